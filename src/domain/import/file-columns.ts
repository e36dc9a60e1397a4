import { emailConfidence, isClearlyPhone } from "#domain/ingestion/value-shapes.ts";
import { cutText } from "#domain/storable-text.ts";

const looksLikeValue = (cell: string): boolean =>
  emailConfidence(cell) !== 0 || isClearlyPhone(cell) || /^[$€]?\s*[+-]?\d[\d.,/: -]*$/.test(cell.trim());

/** Whether the first row names the columns: texts that no value looks like. */
export const looksLikeHeader = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && !filled.some(looksLikeValue) && filled.every((cell) => cell.length <= 120);
};

/** So many rows are looked at to find the header below a title. */
export const maxTitleRows = 10;

const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;

/**
 * The row that names the columns, below rows with the title of a report, its date or a logo: these fill only a few of
 * the cells. Undefined where no row names them.
 */
export const findHeaderRow = (rows: readonly (readonly string[])[]): number | undefined => {
  const width = Math.max(0, ...rows.map(countFilled));
  const isTitle = (cells: readonly string[]): boolean => countFilled(cells) <= Math.min(2, width / 2);
  const below = rows.findIndex((cells) => !isTitle(cells));
  return [below, 0].find((index) => index >= 0 && looksLikeHeader(rows[index] ?? []));
};

/** The letters that spreadsheets use: A, B … Z, AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** Names of columns: blank ones get letters, repeated ones a number. */
export const nameColumns = (cells: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cutText(cell.trim(), 200) || columnLetters(index);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
};

export type ColumnSample = { filled: number; samples: string[]; values: string[] };

const maxSamples = 5;
const maxValues = 300;

/** Collects what is known of columns while rows pass by. */
export const createColumnSampler = () => {
  const columns: ColumnSample[] = [];
  return {
    add: (cells: readonly string[]): void => {
      for (let index = 0; index < cells.length; index++) {
        const text = cells[index]?.trim() ?? "";
        while (columns.length <= index) columns.push({ filled: 0, samples: [], values: [] });
        const column = columns[index];
        if (text === "" || !column) continue;
        column.filled += 1;
        if (column.samples.length < maxSamples && !column.samples.includes(cutText(text, 120)))
          column.samples.push(cutText(text, 120));
        if (column.values.length < maxValues) column.values.push(cutText(text, 200));
      }
    },
    columns: (): readonly ColumnSample[] => columns,
  };
};
