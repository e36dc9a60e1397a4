const numericDate = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})\b/;

/** Whether a column writes the day first: found from values above 12; null where no value shows it. */
export const findDayFirst = (values: readonly string[]): { dayFirst: boolean | null; isMixed: boolean } => {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const value of values) {
    const match = numericDate.exec(value);
    if (!match) continue;
    if (Number(match[1]) > 12) dayFirst += 1;
    else if (Number(match[2]) > 12) monthFirst += 1;
  }
  if (dayFirst === 0 && monthFirst === 0) return { dayFirst: null, isMixed: false };
  return { dayFirst: dayFirst >= monthFirst, isMixed: dayFirst > 0 && monthFirst > 0 };
};

export const hasNumericDates = (values: readonly string[]): boolean =>
  values.some((value) => numericDate.test(value));
