//! The chart of a fingerprint: bars for the traits that differ most.

use plotters::prelude::*;

use crate::lab::style::fingerprint::{Fingerprint, Row};

/// The number of bars.
const BARS: usize = 12;
const WIDTH: u32 = 640;
const BAR_HEIGHT: u32 = 24;
const MARGIN: u32 = 40;
const MORE: RGBColor = RGBColor(0x1f, 0x6f, 0x8b);
const LESS: RGBColor = RGBColor(0xb2, 0x5d, 0x3a);

/// An SVG picture of the largest significant differences, or of the largest ones if none is
/// significant.
pub(super) fn draw(fingerprint: &Fingerprint) -> Result<String, String> {
    let rows = largest(fingerprint);
    let mut svg = String::new();
    paint(&mut svg, &rows).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn largest(fingerprint: &Fingerprint) -> Vec<&Row> {
    let mut rows = fingerprint.differing();
    if rows.is_empty() {
        rows = fingerprint.rows.iter().collect();
        rows.sort_by(|a, b| {
            b.difference
                .effect
                .abs()
                .total_cmp(&a.difference.effect.abs())
        });
    }
    rows.truncate(BARS);
    rows
}

fn paint(svg: &mut String, rows: &[&Row]) -> Result<(), Box<dyn std::error::Error>> {
    let height = BAR_HEIGHT * rows.len() as u32 + 2 * MARGIN;
    let area = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let reach = rows
        .iter()
        .map(|row| row.difference.effect.abs() + row.difference.error);
    let reach = reach.fold(0.5, f64::max) * 1.05;
    let bottom = -(rows.len() as f64);
    let mut chart = ChartBuilder::on(&area)
        .margin(8)
        .margin_left(170)
        .x_label_area_size(30)
        .build_cartesian_2d(-reach..reach, bottom..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(7)
        .x_desc("standard deviations of one game")
        .light_line_style(WHITE)
        .draw()?;
    for (number, row) in rows.iter().enumerate() {
        let effect = row.difference.effect;
        let middle = -(number as f64) - 0.5;
        let color = if effect > 0.0 { MORE } else { LESS };
        let bar = [(0.0, middle - 0.35), (effect, middle + 0.35)];
        chart.draw_series([Rectangle::new(bar, color.filled())])?;
        let whisker = [
            (effect - row.difference.error, middle),
            (effect + row.difference.error, middle),
        ];
        chart.draw_series([PathElement::new(whisker, BLACK.stroke_width(1))])?;
        let (_, y) = chart.backend_coord(&(0.0, middle));
        let style = ("sans-serif", 14).into_font().color(&BLACK);
        area.draw(&Text::new(row.of.key, (8, y - 7), style))?;
    }
    area.present()?;
    Ok(())
}
