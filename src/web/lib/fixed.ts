/** With exactly these decimals, in the grouping and the decimal sign of `number`. */
export const fixed = (value: number, digits: number, number: (value: number) => string): string => {
  const [whole = "0", fraction] = value.toFixed(digits).split(".");
  return fraction === undefined
    ? number(Number(whole))
    : `${number(Number(whole))}${number(1.5).charAt(1)}${fraction}`;
};
