/** A fixed number of decimals, with the grouping and the decimal sign of `number`. */
export const formatFixed = (value: number, digits: number, number: (value: number) => string): string => {
  const [whole = "0", fraction] = value.toFixed(digits).split(".");
  return fraction === undefined
    ? number(Number(whole))
    : `${number(Number(whole))}${number(1.5).charAt(1)}${fraction}`;
};

/** US dollars; amounts below one dollar have up to four decimals. */
export const formatDollars = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: amount !== 0 && Math.abs(amount) < 1 ? 4 : 2,
  }).format(amount);
