//! Numbers on the command line that must lie in a range.

use std::fmt::Display;
use std::str::FromStr;

/// Reads a number from `least` to `most`, both included; what is no number, or not a finite one, lies in no range.
pub fn number_within<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_lies_in_its_range_or_is_refused_with_it() {
        let read = number_within(0.5, 20.0);
        for (text, number) in [("0.5", 0.5), ("20", 20.0), ("3e0", 3.0)] {
            assert_eq!(read(text), Ok(number));
        }
        for text in ["0.49", "20.1", "-1", "nan", "inf", "", "one"] {
            assert_eq!(
                read(text),
                Err("expected a number from 0.5 to 20".to_owned())
            );
        }
    }
}
