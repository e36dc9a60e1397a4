/** Factorises a symmetric positive definite matrix, of which the lower triangle is given, by Cholesky. */
export const factorise = (matrix: Float64Array, size: number): Float64Array => {
  const lower = matrix.slice();
  for (let row = 0; row < size; row += 1) {
    const line = row * size;
    for (let column = 0; column <= row; column += 1) {
      const other = column * size;
      let sum = lower[line + column] as number;
      for (let inner = 0; inner < column; inner += 1)
        sum -= (lower[line + inner] as number) * (lower[other + inner] as number);
      if (column < row) lower[line + column] = sum / (lower[other + column] as number);
      // A pivot that rounding made too small belongs to a collinear column: its step becomes tiny.
      else lower[line + row] = Math.sqrt(sum > 1e-10 ? sum : 1e10);
    }
  }
  return lower;
};

/** Solves the system whose matrix was factorised. */
export const solveFactorised = (lower: Float64Array, right: Float64Array): Float64Array => {
  const size = right.length;
  const solution = right.slice();
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] as number;
    for (let inner = 0; inner < row; inner += 1)
      sum -= (lower[row * size + inner] as number) * (solution[inner] as number);
    solution[row] = sum / (lower[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const value = (solution[row] as number) / (lower[row * size + row] as number);
    solution[row] = value;
    for (let inner = 0; inner < row; inner += 1)
      solution[inner] = (solution[inner] as number) - (lower[row * size + inner] as number) * value;
  }
  return solution;
};

const maxIterations = 100;

/**
 * Solves a symmetric positive definite system by conjugate gradients, preconditioned by its diagonal. A tenth of the
 * residual may remain: the caller repeats its steps anyway.
 */
export const solveIterative = (
  multiply: (vector: Float64Array) => Float64Array,
  diagonal: Float64Array,
  right: Float64Array,
): Float64Array => {
  const size = right.length;
  const solution = new Float64Array(size);
  const residual = right.slice();
  const direction = new Float64Array(size);
  let product = 0;
  for (let index = 0; index < size; index += 1) {
    const value = residual[index] as number;
    direction[index] = value / (diagonal[index] as number);
    product += value * (direction[index] as number);
  }
  const target = 0.01 * product;
  for (let iteration = 0; iteration < maxIterations && product > target; iteration += 1) {
    const image = multiply(direction);
    let curvature = 0;
    for (let index = 0; index < size; index += 1)
      curvature += (direction[index] as number) * (image[index] as number);
    const length = product / curvature;
    let next = 0;
    for (let index = 0; index < size; index += 1) {
      solution[index] = (solution[index] as number) + length * (direction[index] as number);
      const value = (residual[index] as number) - length * (image[index] as number);
      residual[index] = value;
      next += (value * value) / (diagonal[index] as number);
    }
    const ratio = next / product;
    for (let index = 0; index < size; index += 1)
      direction[index] =
        (residual[index] as number) / (diagonal[index] as number) + ratio * (direction[index] as number);
    product = next;
  }
  return solution;
};
