/** The custom fields that hold a date, by key; what is no text cannot be one. */
export const fieldDates = (
  values: Readonly<Record<string, unknown>>,
  fields: readonly { key: string; kind: string }[],
): Map<string, string> =>
  new Map(
    fields.flatMap(({ key, kind }): [string, string][] => {
      const value = values[key];
      return kind === "date" && typeof value === "string" ? [[key, value]] : [];
    }),
  );
