//! The command `personality new`: a wizard that makes a personality file from a name, six sliders and a
//! few habits, and shows after each answer how the personality would now rank typical moves.

mod dialogue;
mod draft;
mod habits;
mod question;
mod ranking_table;
mod scoring;
mod slider_words;
mod summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::Args;
use masque::personality::Roster;
use masque::terminal::{Answer, Answers};
use masque::wrapping::wrapped;

use super::paint::{Paint, screen_width};
use super::play::screen;
use dialogue::{Asked, Dialogue, Step};
use question::Question;
use ranking_table::{RankingTable, in_full};
use scoring::Scoring;

/// What is said to somebody who leaves before the end.
const LEFT: &str = "you left, and no file was written";

/// Where a new personality begins, and where it goes.
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The file to write, such as me.toml; without it the file is named after the personality.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// With whom it begins; your answers change that.
    #[arg(long, default_value = "neutral", value_name = "NAME|FILE")]
    from: String,
    /// Nodes for each of the ten positions of the ranking.
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = clap::value_parser!(u64).range(5_000..))]
    nodes: u64,
}

/// Asks until the file is written or the person leaves.
pub fn run(
    out: &mut impl Write,
    paint: Paint,
    arguments: &NewArguments,
    roster: &Roster,
) -> anyhow::Result<()> {
    let base = roster.load(&arguments.from)?;
    let named = arguments.output.as_deref();
    let dialogue = Dialogue::new(base, named)?;
    let there = named.map(|file| occupant(file, roster)).transpose()?;
    let mut wizard = Wizard {
        out,
        paint,
        roster,
        dialogue,
        scoring: Scoring::start(arguments.nodes)?,
        answers: Answers::start(io::stdin(), screen()?)?,
        table: None,
    };
    wizard.introduce(there.flatten().as_deref())?;
    wizard.converse()
}

struct Wizard<'a, W> {
    out: &'a mut W,
    paint: Paint,
    roster: &'a Roster,
    dialogue: Dialogue,
    scoring: Scoring,
    answers: Answers,
    /// The ranking that was shown last.
    table: Option<RankingTable>,
}

impl<W: Write> Wizard<'_, W> {
    /// Says what is about to happen; `there` is who is in the file already.
    fn introduce(&mut self, there: Option<&str>) -> anyhow::Result<()> {
        let count = self.dialogue.question_count();
        self.say(&format!(
            "A personality of your own, in {count} short questions. After each answer you see which \
             moves it would now like best in ten typical positions, beside Neutral's: by its taste \
             and openings, at full strength. Enter keeps what stands in brackets. You can always say"
        ))?;
        for (word, meaning) in [
            ("back", "one question back"),
            ("?", "what else there is to know about a question"),
            (
                "show 5",
                "position 5 of the ranking, with the board and the reasons",
            ),
            ("ranking", "the ranking again"),
            ("quit", "leave without a file"),
        ] {
            let word = self.paint.name(&format!("{word:<8}"));
            writeln!(self.out, "  {word} {meaning}")?;
        }
        let base = self.dialogue.draft().base();
        if !base.weights().is_neutral() {
            let whose = format!(
                "{} also judges positions in its own way, which the file keeps and the ranking does \
                 not show.",
                base.title()
            );
            self.say(&whose)?;
        }
        if let Some(title) = there {
            self.say(&format!(
                "The file is there already ({title}): you will be asked before it is replaced."
            ))?;
        }
        Ok(())
    }

    fn converse(&mut self) -> anyhow::Result<()> {
        self.ask()?;
        loop {
            let step = match self.answers.next(self.out)? {
                Answer::Line(line) => self.dialogue.take(&line),
                Answer::Interrupt | Answer::EndOfInput => Step::Leave,
            };
            match step {
                Step::Kept if self.table.is_some() => self.ask()?,
                Step::Kept => self.rank_and_ask(true)?,
                Step::Taken { is_ranked } => self.rank_and_ask(is_ranked)?,
                Step::Back => self.ask()?,
                Step::Refused(why) => self.refuse(&why)?,
                Step::Explained(text) => self.say(&text)?,
                Step::Ranking => {
                    self.table = None;
                    self.rank_and_ask(true)?;
                }
                Step::Position(number) => {
                    self.show(number)?;
                    self.remind()?;
                }
                Step::Write(file) if file.exists() => self.find(file)?,
                Step::Write(file) | Step::Replace(file) => {
                    if self.save(&file)? {
                        return Ok(());
                    }
                }
                Step::Leave => bail!(LEFT),
            }
        }
    }

    /// Prints words in lines that fit the screen.
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.print(&wrapped(text, screen_width()))
    }

    fn refuse(&mut self, why: &str) -> io::Result<()> {
        for line in wrapped(why, screen_width()) {
            writeln!(self.out, "{}", self.paint.bad(&line))?;
        }
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> io::Result<()> {
        lines
            .iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Waits until the typical positions have been looked at. Who interrupts that leaves.
    fn wait(&mut self) -> anyhow::Result<()> {
        let answers = &self.answers;
        self.scoring.wait(|| answers.is_interrupted())?;
        ensure!(!answers.is_interrupted(), LEFT);
        Ok(())
    }

    fn ask(&mut self) -> anyhow::Result<()> {
        match self.dialogue.asked() {
            Asked::Question(question, number) => self.ask_question(question, number)?,
            Asked::File(file) => self.ask_for_file(&file)?,
            Asked::Replacing(_) => {}
        }
        Ok(())
    }

    fn ask_question(&mut self, question: Question, number: usize) -> io::Result<()> {
        writeln!(self.out)?;
        self.head(question, number)?;
        self.say(&question.text())?;
        let options = question.options();
        let width = options
            .iter()
            .map(|(word, _)| word.len())
            .max()
            .unwrap_or(0);
        for (word, meaning) in options {
            let gap = " ".repeat(width - word.len());
            let word = self.paint.name(&word);
            match question {
                Question::Slider(_) => writeln!(self.out, "  {gap}{word}  {meaning}")?,
                _ => writeln!(self.out, "  {word}{gap}  {meaning}")?,
            }
        }
        Ok(())
    }

    /// The line that says which question is asked, and which answer stands.
    fn head(&mut self, question: Question, number: usize) -> io::Result<()> {
        let count = self.dialogue.question_count();
        let name = self.paint.heading(&question.name());
        let current = question.current(self.dialogue.draft());
        let current = current.map_or(String::new(), |it| format!(" [{it}]"));
        writeln!(self.out, "{number} of {count}  {name}{current}")
    }

    /// Says again what is asked.
    fn remind(&mut self) -> io::Result<()> {
        match self.dialogue.asked() {
            Asked::Question(question, number) => {
                writeln!(self.out)?;
                self.head(question, number)
            }
            Asked::File(_) | Asked::Replacing(_) => Ok(()),
        }
    }

    fn rank_and_ask(&mut self, is_ranked: bool) -> anyhow::Result<()> {
        self.rank(is_ranked)?;
        self.ask()
    }

    /// Shows the ranking where it is another than before.
    fn rank(&mut self, is_ranked: bool) -> anyhow::Result<()> {
        self.wait()?;
        let personality = self.dialogue.draft().personality();
        let table = RankingTable::of(&personality, self.scoring.scored());
        writeln!(self.out)?;
        match &self.table {
            Some(_) if !is_ranked => {
                self.say("This shows in games, and not in the ranking.")?;
            }
            before => {
                let is_news = before
                    .as_ref()
                    .is_none_or(|before| table.is_other_than(before));
                let lines = match is_news {
                    true => table.lines(before.as_ref(), self.paint),
                    false => vec!["The first moves stay as they were.".to_owned()],
                };
                let moved = before.as_ref().and_then(|before| table.most_moved(before));
                self.print(&lines)?;
                self.say(&moved.unwrap_or_default())?;
            }
        }
        self.table = Some(table);
        Ok(())
    }

    fn show(&mut self, number: usize) -> anyhow::Result<()> {
        self.wait()?;
        let personality = self.dialogue.draft().personality();
        let scored = self.scoring.scored();
        let wanted = number.checked_sub(1).and_then(|index| scored.get(index));
        let lines = match wanted {
            Some(position) => in_full(position, &personality, self.paint, screen_width()),
            None => vec![format!(
                "expected show and a number from 1 to {}",
                scored.len()
            )],
        };
        Ok(self.print(&lines)?)
    }

    /// Shows what the file will say, and asks where it goes.
    fn ask_for_file(&mut self, file: &Path) -> anyhow::Result<()> {
        self.wait()?;
        let personality = self.dialogue.draft().personality();
        writeln!(self.out)?;
        for line in summary::keys_alone(&personality) {
            match line.starts_with('[') {
                true => writeln!(self.out, "{}", self.paint.heading(&line))?,
                false => self.say(&line)?,
            }
        }
        let likeness = summary::likeness(&personality, self.roster, self.scoring.scored());
        writeln!(self.out)?;
        self.say(&likeness)?;
        let file = file.display();
        Ok(self.say(&format!(
            "Enter writes that to {file}; or type another file, such as me.toml."
        ))?)
    }

    /// Something is where the file was to go.
    fn find(&mut self, file: PathBuf) -> anyhow::Result<()> {
        match occupant(&file, self.roster) {
            Ok(there) => {
                let (file_text, title) = (file.display(), there.unwrap_or_default());
                self.say(&format!(
                    "{file_text} is there already: {title}. Replace it? yes or no [no]"
                ))?;
                self.dialogue.ask_before_replacing(file);
            }
            Err(error) => self.refuse(&format!("{error}. Type another file."))?,
        }
        Ok(())
    }

    /// Writes the file and says what to do with it; whether it could be written.
    fn save(&mut self, file: &Path) -> anyhow::Result<bool> {
        let personality = self.dialogue.draft().personality();
        let remarks = summary::remarks(&personality);
        if let Err(error) = personality.save_annotated(file, &remarks) {
            self.refuse(&error.to_string())?;
            self.say("Type another file.")?;
            self.dialogue.ask_for_file();
            return Ok(false);
        }
        // A book that it names may not be found from there, which nobody should find out in a game.
        self.roster.load(&file.display().to_string())?;
        let good = format!("{} is written.", file.display());
        writeln!(self.out, "{}", self.paint.good(&good))?;
        self.say("Each key in it says what it does: edit it as you like.")?;
        for (what, command) in summary::commands(file) {
            writeln!(self.out, "  {what:<8}  {}", self.paint.name(&command))?;
        }
        Ok(true)
    }
}

/// The title of the personality that is in a file already, if the file is there.
///
/// # Errors
/// Something else is there, which is never replaced.
fn occupant(file: &Path, roster: &Roster) -> anyhow::Result<Option<String>> {
    if !file.exists() {
        return Ok(None);
    }
    match roster.load(&file.display().to_string()) {
        Ok(there) => Ok(Some(there.title().to_owned())),
        Err(error) => {
            let text = error.to_string();
            let why = text.lines().next().unwrap_or_default();
            let shown = file.display();
            bail!("{shown} is there and is not replaced, because it is no personality ({why})")
        }
    }
}
