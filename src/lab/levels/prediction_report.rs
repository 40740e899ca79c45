//! How well moves were predicted: perplexity and first choices by band, and whether the likelihood of a
//! band's moves tells its rating.

use std::fmt::{self, Write};

use crate::lab::statistics::place_of_largest;

/// The bands that a report tells, by their lower ends.
pub const BANDS: [i32; 9] = [800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_200, 2_400];
/// The width of a band.
const BAND_ELO: i32 = 200;

/// What was predicted in one position.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The band of the player.
    pub band: i32,
    /// The natural logarithm of the probability of the move that was made.
    pub log_likelihood: f64,
    /// Whether no move was more probable.
    pub is_first: bool,
    /// The logarithm of its probability for a player in the middle of each of [`BANDS`].
    pub by_band: [f64; BANDS.len()],
}

/// The rating in the middle of a band.
pub fn middle_of(band: i32) -> i32 {
    band + BAND_ELO / 2
}

/// What came out in one band, or in all.
struct Summary {
    count: usize,
    perplexity: f64,
    first_percent: f64,
}

fn summary<'p>(predictions: impl Iterator<Item = &'p Prediction>) -> Summary {
    let (mut count, mut loss, mut first) = (0, 0.0, 0);
    for prediction in predictions {
        count += 1;
        loss -= prediction.log_likelihood;
        first += usize::from(prediction.is_first);
    }
    let per = 1.0 / count.max(1) as f64;
    Summary {
        count,
        perplexity: (loss * per).exp(),
        first_percent: 100.0 * first as f64 * per,
    }
}

/// The band whose rating makes the moves of players of `band` likeliest.
fn told_band(predictions: &[Prediction], band: i32) -> i32 {
    let likelihood = |index: usize| -> f64 {
        let own = predictions.iter().filter(|it| it.band == band);
        own.map(|prediction| prediction.by_band[index]).sum()
    };
    let best = place_of_largest((0..BANDS.len()).map(likelihood));
    BANDS[best.unwrap_or(0)]
}

/// The report as a table.
///
/// # Errors
/// What the writer says.
pub fn write_report(out: &mut impl Write, predictions: &[Prediction]) -> fmt::Result {
    writeln!(
        out,
        "band   positions  perplexity  top-1 %  likeliest rating"
    )?;
    let mut told = 0;
    for band in BANDS {
        let of_band = summary(predictions.iter().filter(|it| it.band == band));
        if of_band.count == 0 {
            continue;
        }
        let likeliest = told_band(predictions, band);
        told += usize::from((likeliest - band).abs() <= BAND_ELO);
        writeln!(
            out,
            "{band:>4}   {:>9}  {:>10.2}  {:>7.1}  {:>16}",
            of_band.count,
            of_band.perplexity,
            of_band.first_percent,
            middle_of(likeliest)
        )?;
    }
    let all = summary(predictions.iter().filter(|it| BANDS.contains(&it.band)));
    writeln!(
        out,
        "all    {:>9}  {:>10.3}  {:>7.1}  {told} within one band",
        all.count, all.perplexity, all.first_percent
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_tells_perplexity_first_choices_and_ratings() {
        let prediction = |band: i32, probability: f64, peak: usize| {
            let mut by_band = [-2.0; BANDS.len()];
            by_band[peak] = -1.0;
            Prediction {
                band,
                log_likelihood: probability.ln(),
                is_first: probability > 0.4,
                by_band,
            }
        };
        let predictions = [
            prediction(800, 0.5, 0),
            prediction(800, 0.125, 0),
            prediction(2_000, 0.25, 3),
            prediction(4_000, 1e-9, 0),
        ];
        let mut text = String::new();
        write_report(&mut text, &predictions).unwrap();
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(lines[1], ["800", "2", "4.00", "50.0", "900"]);
        assert_eq!(lines[2], ["2000", "1", "4.00", "0.0", "1500"]);
        assert_eq!(lines[3][..4], ["all", "3", "4.000", "33.3"]);
        assert_eq!(lines[3][4..], ["1", "within", "one", "band"]);
    }
}
