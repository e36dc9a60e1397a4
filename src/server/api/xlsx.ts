import type { ZipPart } from "./zip.ts";

export type SheetCell = string | number | null;

/** What Excel opens. */
const maxRows = 1_048_576;
const maxCellLength = 32_767;
/** A part of the archive must stay below 4 GB. */
const maxSheetLength = 1_500_000_000;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNamespace = "http://schemas.openxmlformats.org/package/2006";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** Drops what XML cannot contain, and escapes what Excel would read as one of its own escapes (`_x0041_`). */
const escapeXml = (text: string): string =>
  text
    .slice(0, maxCellLength)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them.
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/[&<>\r]/g, (sign) => entities[sign] ?? sign);

/** A, B, … Z, AA, AB, … */
const columnName = (index: number): string =>
  (index < 26 ? "" : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const boldStyle = 1;

const rowXml = (cells: readonly SheetCell[], names: readonly string[], row: number, style = 0): string => {
  const cellXml = (cell: SheetCell, index: number): string => {
    if (cell === null || cell === "") return "";
    const at = `r="${names[index]}${row}"${style === 0 ? "" : ` s="${style}"`}`;
    return typeof cell === "number"
      ? `<c ${at}><v>${cell}</v></c>`
      : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  };
  return `<row r="${row}">${cells.map(cellXml).join("")}</row>`;
};

const sheetStart = `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="20"/><sheetData>`;
const sheetEnd = "</sheetData></worksheet>";

const stylesXml = `${declaration}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

const rootRelations = `${declaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const sheetNumbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const contentTypes = (sheets: number): string => {
  const parts = sheetNumbers(sheets).map(
    (sheet) =>
      `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${parts.join("")}</Types>`;
};

const workbookXml = (name: string, sheets: number): string => {
  const parts = sheetNumbers(sheets).map(
    (sheet) =>
      `<sheet name="${escapeXml(sheet === 1 ? name : `${name} ${sheet}`)}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
  );
  return `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheets>${parts.join("")}</sheets></workbook>`;
};

const workbookRelations = (sheets: number): string => {
  const parts = sheetNumbers(sheets).map(
    (sheet) =>
      `<Relationship Id="rId${sheet}" Type="${relationNamespace}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${parts.join("")}<Relationship Id="rId${sheets + 1}" Type="${relationNamespace}/styles" Target="styles.xml"/></Relationships>`;
};

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * The parts of an XLSX workbook, made while its pages of rows are read. Rows that do not fit in a sheet continue in
 * the next one. The parts that list the sheets come last, when their number is known.
 */
export async function* workbookParts(
  name: string,
  header: readonly string[],
  pages: AsyncIterable<SheetCell[][]>,
  { rowsInSheet = maxRows }: { rowsInSheet?: number } = {},
): AsyncGenerator<ZipPart> {
  const names = header.map((_, index) => columnName(index));
  const reader = pages[Symbol.asyncIterator]();
  let isDone = false;
  let rest: SheetCell[][] = [];

  async function* sheetXml(): AsyncGenerator<string> {
    yield sheetStart + rowXml(header, names, 1, boldStyle);
    let row = 1;
    let length = 0;
    while (row < rowsInSheet && length < maxSheetLength) {
      if (rest.length === 0) {
        const next = await reader.next();
        isDone = next.done === true;
        if (next.done) break;
        rest = next.value;
      }
      const fitting = rest.slice(0, rowsInSheet - row);
      rest = rest.slice(fitting.length);
      const xml = fitting.map((cells) => rowXml(cells, names, ++row)).join("");
      length += xml.length;
      if (xml !== "") yield xml;
    }
    yield sheetEnd;
  }

  try {
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetXml() };
    } while (!isDone);
    yield { name: "xl/styles.xml", content: once(stylesXml) };
    yield { name: "xl/workbook.xml", content: once(workbookXml(name, sheets)) };
    yield { name: "xl/_rels/workbook.xml.rels", content: once(workbookRelations(sheets)) };
    yield { name: "_rels/.rels", content: once(rootRelations) };
    yield { name: "[Content_Types].xml", content: once(contentTypes(sheets)) };
  } finally {
    await reader.return?.();
  }
}
