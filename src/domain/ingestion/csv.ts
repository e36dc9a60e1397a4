const separators = [",", ";", "\t", "|"];

/** The separator that splits the first line into the most columns. */
const findSeparator = (text: string): string => {
  const [header = ""] = text.split(/\r\n|\r|\n/, 1);
  const columns = (separator: string) => header.split(separator).length;
  return separators.reduce((best, separator) => (columns(separator) > columns(best) ? separator : best));
};

/** Splits a text by RFC 4180; stops after `maxRows` rows. Quotes may contain separators and line breaks. */
const parseRows = (text: string, separator: string, maxRows: number): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length && rows.length < maxRows; index += 1) {
    const letter = text[index] ?? "";
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[index + 1] === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && field === "") isQuoted = true;
    else if (letter === separator) endField();
    else if (letter === "\n" || letter === "\r") endRow();
    else field += letter;
  }
  if ((field !== "" || row.length > 0) && rows.length < maxRows) endRow();
  return rows;
};

/** The rows as objects, named by the first row; undefined when there is no header with a row below it. */
export const parseCsv = (text: string, maxItems: number): Record<string, string>[] | undefined => {
  const [header, ...rows] = parseRows(text, findSeparator(text), maxItems + 1);
  const names = header?.map((name) => name.trim());
  if (!names || rows.length === 0 || names.some((name) => name === "")) return undefined;
  if (new Set(names).size < names.length) return undefined;
  return rows.map((values) =>
    Object.fromEntries(names.map((name, column): [string, string] => [name, values[column]?.trim() ?? ""])),
  );
};
