//! Cholesky's factor of a symmetric positive definite matrix: a lower triangle whose product with its
//! transpose is the matrix. With it systems of equations are solved in the square of their size.

/// The factor of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct CholeskyFactor {
    /// Rows of the lower triangle; what stands beyond the diagonal means nothing.
    rows: Vec<Vec<f64>>,
}

impl CholeskyFactor {
    /// Of a matrix given by its rows, of which only the lower triangle counts. `None` when it is not
    /// positive definite.
    pub fn of(mut matrix: Vec<Vec<f64>>) -> Option<CholeskyFactor> {
        for one in 0..matrix.len() {
            for other in 0..=one {
                let products = (0..other).map(|inner| matrix[one][inner] * matrix[other][inner]);
                let left = matrix[one][other] - products.sum::<f64>();
                matrix[one][other] = match one == other {
                    true if left <= 0.0 || !left.is_finite() => return None,
                    true => left.sqrt(),
                    false => left / matrix[other][other],
                };
            }
        }
        Some(CholeskyFactor { rows: matrix })
    }

    /// The solution of `factor * x = vector`: the vector in directions in which the matrix is 1 and
    /// that are independent of each other.
    pub fn forward(&self, vector: &[f64]) -> Vec<f64> {
        let mut solved: Vec<f64> = Vec::with_capacity(vector.len());
        for (row, value) in self.rows.iter().zip(vector) {
            let known: f64 = row
                .iter()
                .zip(&solved)
                .map(|(one, other)| one * other)
                .sum();
            solved.push((value - known) / row[solved.len()]);
        }
        solved
    }

    /// The solution of `matrix * x = vector`.
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let mut solved = self.forward(vector);
        for one in (0..solved.len()).rev() {
            let known: f64 = (one + 1..solved.len())
                .map(|later| self.rows[later][one] * solved[later])
                .sum();
            solved[one] = (solved[one] - known) / self.rows[one][one];
        }
        solved
    }
}

/// The product of two vectors.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        let matrix = vec![
            vec![4.0, 0.0, 0.0],
            vec![2.0, 10.0, 0.0],
            vec![-2.0, 5.0, 9.0],
        ];
        let factor = CholeskyFactor::of(matrix).unwrap();
        // Of x = (1, -2, 3).
        let solved = factor.solve(&[4.0 - 4.0 - 6.0, 2.0 - 20.0 + 15.0, -2.0 - 10.0 + 27.0]);
        for (one, expected) in solved.iter().zip([1.0, -2.0, 3.0]) {
            assert!((one - expected).abs() < 1e-12, "{solved:?}");
        }
    }

    #[test]
    fn dependent_traits_become_independent_ones() {
        let factor = CholeskyFactor::of(vec![vec![4.0], vec![2.0, 5.0]]).unwrap();
        assert_eq!(factor.rows, [vec![2.0], vec![1.0, 2.0]]);
        assert_eq!(factor.forward(&[2.0, 5.0]), [1.0, 2.0]);
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        assert_eq!(
            CholeskyFactor::of(vec![vec![1.0, 0.0], vec![2.0, 1.0]]),
            None
        );
        assert_eq!(CholeskyFactor::of(vec![vec![f64::NAN]]), None);
    }
}
