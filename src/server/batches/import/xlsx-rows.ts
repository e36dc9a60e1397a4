import { importLimits } from "#domain/import/import-state.ts";
import type { FileRow } from "./csv-rows.ts";
import { UnreadableFile } from "./file-problem.ts";
import { columnOf, isDateFormat, toIsoDate, toPlainNumber } from "./xlsx-cells.ts";
import { openXlsx, type XlsxPackage } from "./xlsx-package.ts";

type Sheet = { name: string; path: string };
export type Workbook = {
  sheets: string[];
  /** Hands over rows in pieces; the caller may wait between them. */
  readRows: (sheet: string | null, onRows: (rows: FileRow[]) => Promise<void>) => Promise<string>;
  close: () => void;
};

const maxSharedChars = 268_435_456;

const readSheets = async (xlsx: XlsxPackage): Promise<{ sheets: Sheet[]; is1904: boolean }> => {
  if (!xlsx.has("xl/workbook.xml")) throw new UnreadableFile({ code: "damaged_xlsx" });
  const named: { name: string; id: string }[] = [];
  let is1904 = false;
  await xlsx.read("xl/workbook.xml", {
    open: (name, attributes) => {
      if (name === "sheet") named.push({ name: attributes.name ?? "", id: attributes["r:id"] ?? "" });
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
    },
  });
  const targets = new Map<string, string>();
  if (xlsx.has("xl/_rels/workbook.xml.rels"))
    await xlsx.read("xl/_rels/workbook.xml.rels", {
      open: (name, { Id = "", Target = "" }) => {
        if (name === "Relationship")
          targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`);
      },
    });
  const sheets = named.map(({ name, id }, index) => ({
    name,
    path: targets.get(id) ?? `xl/worksheets/sheet${index + 1}.xml`,
  }));
  return { sheets: sheets.filter(({ path }) => xlsx.has(path)), is1904 };
};

/** Texts that cells refer to; phonetic readings are left out. */
const readSharedStrings = async (xlsx: XlsxPackage): Promise<string[]> => {
  if (!xlsx.has("xl/sharedStrings.xml")) return [];
  const strings: string[] = [];
  let current = "";
  let isText = false;
  let isPhonetic = false;
  let total = 0;
  await xlsx.read("xl/sharedStrings.xml", {
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "t") isText = true;
      else if (name === "rPh") isPhonetic = true;
    },
    close: (name) => {
      if (name === "si") {
        total += current.length;
        if (total > maxSharedChars) throw new UnreadableFile({ code: "zip_bomb" });
        strings.push(current);
      } else if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
    },
    text: (text) => {
      if (isText && !isPhonetic) current += text;
    },
  });
  return strings;
};

/** Which cell styles show a date. */
const readDateStyles = async (xlsx: XlsxPackage): Promise<boolean[]> => {
  if (!xlsx.has("xl/styles.xml")) return [];
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isCellStyles = false;
  await xlsx.read("xl/styles.xml", {
    open: (name, attributes) => {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      else if (name === "cellXfs") isCellStyles = true;
      else if (name === "xf" && isCellStyles) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(isDateFormat(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === "cellXfs") isCellStyles = false;
    },
  });
  return styles;
};

type CellTables = { strings: string[]; dateStyles: boolean[]; is1904: boolean };

const cellText = (type: string, style: number, value: string, tables: CellTables): string => {
  if (type === "s") return tables.strings[Number(value)] ?? "";
  if (type === "str" || type === "inlineStr" || type === "d") return value;
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  // #N/A and the like are no values.
  if (type === "e" || value === "") return "";
  if (tables.dateStyles[style]) return toIsoDate(Number(value), tables.is1904) ?? toPlainNumber(value);
  return toPlainNumber(value);
};

const readSheet = async (
  xlsx: XlsxPackage,
  path: string,
  tables: CellTables,
  onRows: (rows: FileRow[]) => Promise<void>,
): Promise<void> => {
  let rows: FileRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  await xlsx.read(
    path,
    {
      open: (name, attributes) => {
        if (name === "row") {
          line = Math.max(line + 1, Number(attributes.r ?? 0) || 0);
          cells = [];
          column = -1;
        } else if (name === "c") {
          column = attributes.r ? columnOf(attributes.r) : column + 1;
          if (column >= importLimits.columns)
            throw new UnreadableFile({ code: "too_many_columns", line, max: importLimits.columns });
          type = attributes.t ?? "n";
          style = Number(attributes.s ?? 0);
          value = "";
        } else if (name === "v" || name === "t") isValue = true;
      },
      text: (text) => {
        if (!isValue) return;
        value += text;
        if (value.length > importLimits.cellBytes) throw new UnreadableFile({ code: "cell_too_large", line });
      },
      close: (name) => {
        if (name === "v" || name === "t") isValue = false;
        else if (name === "c" && column >= 0) {
          while (cells.length < column) cells.push("");
          cells[column] = cellText(type, style, value, tables).replaceAll("\u0000", "");
        } else if (name === "row" && cells.length > 0) rows.push({ line, cells });
      },
    },
    async () => {
      if (rows.length === 0) return;
      const ready = rows;
      rows = [];
      await onRows(ready);
    },
  );
};

export const openWorkbook = async (file: Buffer): Promise<Workbook> => {
  const xlsx = await openXlsx(file);
  const { sheets, is1904 } = await readSheets(xlsx);
  return {
    sheets: sheets.map(({ name }) => name),
    readRows: async (wanted, onRows) => {
      const sheet = wanted === null ? sheets[0] : sheets.find(({ name }) => name === wanted);
      if (!sheet)
        throw new UnreadableFile(
          wanted === null ? { code: "empty_file" } : { code: "no_such_sheet", sheet: wanted },
        );
      const tables = {
        strings: await readSharedStrings(xlsx),
        dateStyles: await readDateStyles(xlsx),
        is1904,
      };
      await readSheet(xlsx, sheet.path, tables, onRows);
      return sheet.name;
    },
    close: xlsx.close,
  };
};
