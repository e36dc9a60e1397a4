const separators = [",", ";", "\t", "|"];

/** The separator that splits the first line into the most columns; quoted names may contain any of them. */
const findSeparator = (text: string): string => {
  const [header = ""] = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/, 1);
  const unquoted = header.replaceAll(/"[^"]*"/g, "");
  const columns = (separator: string) => unquoted.split(separator).length;
  return separators.reduce((best, separator) => (columns(separator) > columns(best) ? separator : best));
};

/** The rows of a text by RFC 4180, without empty ones. Quotes may contain separators and line breaks. */
export const readCsvRows = function* (text: string): Generator<string[]> {
  const separator = findSeparator(text).charCodeAt(0);
  const isEnd = (letter: number): boolean => letter === 10 || letter === 13;
  let row: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      let isQuoted = true;
      at += 1;
      while (isQuoted) {
        const found = text.indexOf('"', at);
        const end = found < 0 ? text.length : found;
        const isDoubled = text[end + 1] === '"';
        field += text.slice(at, isDoubled ? end + 1 : end);
        at = isDoubled ? end + 2 : end + 1;
        isQuoted = isDoubled;
      }
    }
    const start = at;
    while (at < text.length && text.charCodeAt(at) !== separator && !isEnd(text.charCodeAt(at))) at += 1;
    row.push(field + text.slice(start, at));
    const isRowEnd = at >= text.length || isEnd(text.charCodeAt(at));
    // A separator at the very end of the text is followed by one more, empty field.
    if (!isRowEnd && at === text.length - 1) row.push("");
    at += 1;
    if (!isRowEnd && at < text.length) continue;
    if (row.some((value) => value !== "")) yield row;
    row = [];
  }
};

const takeFirst = <T>(items: Iterable<T>, count: number): T[] => {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= count) break;
    taken.push(item);
  }
  return taken;
};

/** The rows as objects, named by the first row; undefined when there is no header with a row below it. */
export const parseCsv = (text: string, maxItems: number): Record<string, string>[] | undefined => {
  const [header, ...rows] = takeFirst(readCsvRows(text), maxItems + 1);
  const names = header?.map((name) => name.trim());
  if (!names || rows.length === 0 || names.some((name) => name === "")) return undefined;
  if (new Set(names).size < names.length) return undefined;
  return rows.map((values) =>
    Object.fromEntries(names.map((name, column): [string, string] => [name, values[column]?.trim() ?? ""])),
  );
};
