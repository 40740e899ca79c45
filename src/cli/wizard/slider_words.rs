//! What each slider does, in the words of a player.

use masque::personality::Slider;

/// What a slider does at a few places.
#[derive(Clone, Copy, Debug)]
pub struct SliderWords {
    slider: Slider,
    /// At -100.
    pub low: &'static str,
    /// At 50.
    pub half: &'static str,
    /// At 100.
    pub full: &'static str,
}

impl SliderWords {
    /// The words of every slider of taste, in the order in which they are asked for.
    pub const ALL: [SliderWords; 6] = [
        SliderWords {
            slider: Slider::Aggression,
            low: "keeps away from the enemy king and holds its pieces together",
            half: "turns to the enemy king where that costs little",
            full: "castles to the other side, storms, and offers pieces for it",
        },
        SliderWords {
            slider: Slider::Safety,
            low: "lets its king wait in the middle and its pawns run ahead",
            half: "castles a little sooner and spares the pawns in front of its king",
            full: "castles at once, guards its king, and wants no weak pawn",
        },
        SliderWords {
            slider: Slider::Hypermodernism,
            low: "puts its pawns into the centre and its bishops behind them",
            half: "puts a bishop on the long diagonal now and then",
            full: "leaves you the centre, and works from the wings with its bishops",
        },
        SliderWords {
            slider: Slider::Simplifier,
            low: "keeps everything on the board, most of all the queens",
            half: "trades where nothing speaks against it",
            full: "looks for every trade, the queens first, and for quiet",
        },
        SliderWords {
            slider: Slider::Entertainer,
            low: "plays dry: no sacrifice, no tangle, and a repetition will do",
            half: "takes the livelier of two moves that are about as good",
            full: "sacrifices, tangles and checks, and never gives up its queen",
        },
        SliderWords {
            slider: Slider::Materialist,
            low: "gives pawns and pieces away with a light heart",
            half: "gives nothing without a reason",
            full: "takes every pawn, gives none back, and runs with what is free",
        },
    ];

    /// The words of a slider.
    pub fn of(slider: Slider) -> &'static SliderWords {
        const { &SliderWords::ALL }
            .iter()
            .find(|words| words.slider == slider)
            .unwrap_or(&SliderWords::ALL[0])
    }

    /// The words that are nearest to a percentage.
    pub fn at(&self, percent: i32) -> &'static str {
        match percent {
            ..0 => self.low,
            0..75 => self.half,
            _ => self.full,
        }
    }

    /// The most characters of its words.
    #[cfg(test)]
    pub fn longest(&self) -> usize {
        let all = [self.low, self.half, self.full];
        all.map(str::len).into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slider_of_taste_has_words_that_fit_a_line() {
        assert_eq!(SliderWords::ALL.map(|words| words.slider), Slider::TASTE);
        for words in &SliderWords::ALL {
            assert!(words.longest() <= 66, "{words:?}");
            assert_eq!(SliderWords::of(words.slider).full, words.full);
        }
    }
}
