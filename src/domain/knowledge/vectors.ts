/** To length 1, so that a product is the cosine. A vector of zeros stays. */
export const normalizeVector = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
};

export type PassageVector = { id: string; vector: Float32Array };

/** The nearest passages with the cosine of their angle to the question, at most `limit`. */
export const findNearest = (
  question: Float32Array,
  passages: readonly PassageVector[],
  limit: number,
): Map<string, number> => {
  const nearest = passages
    .filter(({ vector }) => vector.length === question.length)
    .map(({ id, vector }) => {
      let product = 0;
      for (let index = 0; index < vector.length; index++)
        product += (vector[index] ?? 0) * (question[index] ?? 0);
      return { id, product };
    })
    .sort((a, b) => b.product - a.product)
    .slice(0, limit);
  return new Map(nearest.map(({ id, product }) => [id, product]));
};
