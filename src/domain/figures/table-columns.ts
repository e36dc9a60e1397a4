import type { Language } from "#domain/language.ts";
import type { FigureUnit } from "./figure.ts";
import { figureTexts } from "./figure-texts.ts";
import { type FigureName, figures } from "./figures.ts";
import { type ReportCell, reportTables, type TableName } from "./tables.ts";

type Text = Record<Language, string>;

/** A column of a file: a part of what a figure's cell shows. */
type Part = { name: string; title: Text; read: (cell: ReportCell) => number | null };

const rounded =
  (digits: number, times = 1) =>
  (value: number | null): number | null =>
    value === null ? null : Math.round(value * times * 10 ** digits) / 10 ** digits;
const [seconds, percent, dollars] = [rounded(1), rounded(1, 100), rounded(4)];

const parts: Record<FigureUnit, readonly Part[]> = {
  count: [
    { name: "count", title: { en: "", es: "" }, read: ({ value }) => value },
    { name: "before", title: { en: "before", es: "antes" }, read: ({ before }) => before },
  ],
  seconds: [
    {
      name: "median_seconds",
      title: { en: "median (seconds)", es: "mediana (segundos)" },
      read: ({ value }) => seconds(value),
    },
    {
      name: "p90_seconds",
      title: { en: "p90 (seconds)", es: "p90 (segundos)" },
      read: ({ p90 }) => seconds(p90),
    },
    {
      name: "mean_seconds",
      title: { en: "mean (seconds)", es: "media (segundos)" },
      read: ({ mean }) => seconds(mean),
    },
    { name: "count", title: { en: "number", es: "cantidad" }, read: ({ count }) => count },
    {
      name: "median_seconds_before",
      title: { en: "median before (seconds)", es: "mediana antes (segundos)" },
      read: ({ before }) => seconds(before),
    },
  ],
  share: [
    { name: "count", title: { en: "number", es: "cantidad" }, read: ({ count }) => count },
    { name: "percent", title: { en: "%", es: "%" }, read: ({ value }) => percent(value) },
    { name: "percent_low", title: { en: "% at least", es: "% al menos" }, read: ({ low }) => percent(low) },
    {
      name: "percent_high",
      title: { en: "% at most", es: "% como máximo" },
      read: ({ high }) => percent(high),
    },
    {
      name: "percent_before",
      title: { en: "% before", es: "% antes" },
      read: ({ before }) => percent(before),
    },
  ],
  dollars: [
    { name: "dollars", title: { en: "(US$)", es: "(US$)" }, read: ({ value }) => dollars(value) },
    {
      name: "dollars_before",
      title: { en: "before (US$)", es: "antes (US$)" },
      read: ({ before }) => dollars(before),
    },
  ],
};

export type ReportColumn = { figure: FigureName; name: string; title: Text; read: Part["read"] };

/** The columns of a table's file, after the one that names the rows: everything that its cells show. */
export const columnsOfTable = (table: TableName): ReportColumn[] =>
  reportTables[table].figures.flatMap((figure: FigureName) =>
    parts[figures[figure].unit].map(({ name, title, read }) => ({
      figure,
      name: `${figure}.${name}`,
      title: {
        en: `${figureTexts[figure].name.en}${title.en && ` ${title.en}`}`,
        es: `${figureTexts[figure].name.es}${title.es && ` ${title.es}`}`,
      },
      read,
    })),
  );
