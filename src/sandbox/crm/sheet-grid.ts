import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { googleError } from "#sandbox/google.ts";
import { pathParam, queryParam, sendResponse } from "#sandbox/vendor.ts";

type Cell = string | number | boolean;
type Area = { row: number; column: number; lastRow: number; lastColumn: number };

const rowCount = 1000;
export const sheetTitle = "Leads";

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1;

/** An area in A1 notation: `'Leads'!A2:F`, `Leads!1:1`, `C5`. */
const parseArea = (range: string): Area | undefined => {
  const [, quotedTitle, title, cells = ""] = /^(?:'((?:[^']|'')*)'!|([^!]+)!)?(.*)$/.exec(range) ?? [];
  const named = quotedTitle?.replaceAll("''", "'") ?? title;
  const match = /^([A-Z]*)(\d*)(?::([A-Z]*)(\d*))?$/i.exec(cells);
  if (!match || (named !== undefined && named !== sheetTitle)) return undefined;
  const [, from = "", first = "", to, last] = match;
  const isSingle = to === undefined && last === undefined;
  const end = { column: isSingle ? from : (to ?? ""), row: isSingle ? first : (last ?? "") };
  return {
    row: first === "" ? 0 : Number(first) - 1,
    column: from === "" ? 0 : columnOf(from),
    lastRow: end.row === "" ? rowCount - 1 : Number(end.row) - 1,
    lastColumn: end.column === "" ? 701 : columnOf(end.column),
  };
};

/** What a user who types the text would get: a formula is computed. */
const enter = (value: Cell, option: string | undefined): Cell => {
  if (option !== "USER_ENTERED" || typeof value !== "string") return value;
  if (/^[=+@-]/.test(value)) return "#FORMULA!";
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
};

/** The cells of a spreadsheet with one sheet. */
export const mountSheetGrid = (app: FastifyInstance): void => {
  const grid: Cell[][] = [
    ["First name", "Last name", "Email", "Phone", "Email opt out"],
    ["Nora", "Vega", "nora@example.com"],
  ];
  const invalid = (reply: FastifyReply, range: string) =>
    sendResponse(reply, googleError(400, "INVALID_ARGUMENT", `Unable to parse range: ${range}`));
  /** Trailing blank cells and rows are left out, as Google does. */
  const read = ({ row, column, lastRow, lastColumn }: Area): Cell[][] => {
    const found = grid.slice(row, lastRow + 1).map((cells) => {
      const part = Array.from(cells.slice(column, lastColumn + 1), (cell) => cell ?? "");
      while (part.length > 0 && part.at(-1) === "") part.pop();
      return part;
    });
    while (found.length > 0 && found.at(-1)?.length === 0) found.pop();
    return found;
  };
  const write = ({ row, column }: Area, values: Cell[][], option: string | undefined): number => {
    let count = 0;
    for (const [down, cells] of values.entries())
      for (const [right, value] of cells.entries()) {
        while (grid.length <= row + down) grid.push([]);
        const target = grid[row + down] as Cell[];
        while (target.length < column + right) target.push("");
        target[column + right] = enter(value, option);
        count += 1;
      }
    return count;
  };
  const present = (range: string, values: Cell[][]) => ({
    range,
    majorDimension: "ROWS",
    ...(values.length > 0 ? { values } : {}),
  });
  const listOf = (request: FastifyRequest, name: string): string[] =>
    [(request.query as Record<string, string | string[]>)[name] ?? []].flat();

  app.get("/v4/spreadsheets/:id/values::batchGet", async (request, reply) => {
    const ranges = listOf(request, "ranges").map((range) => ({ range, area: parseArea(range) }));
    const wrong = ranges.find(({ area }) => !area);
    if (wrong) return invalid(reply, wrong.range);
    return {
      spreadsheetId: pathParam(request, "id"),
      valueRanges: ranges.map(({ range, area }) => present(range, area ? read(area) : [])),
    };
  });
  app.get("/v4/spreadsheets/:id/values/:range", async (request, reply) => {
    const range = pathParam(request, "range");
    const area = parseArea(range);
    return area ? present(range, read(area)) : invalid(reply, range);
  });
  app.post("/v4/spreadsheets/:id/values::batchUpdate", async (request, reply) => {
    const { valueInputOption, data = [] } = request.body as {
      valueInputOption?: string;
      data?: { range: string; values: Cell[][] }[];
    };
    if (!valueInputOption)
      return sendResponse(reply, googleError(400, "INVALID_ARGUMENT", "'valueInputOption' is required"));
    const wrong = data.find(({ range }) => !parseArea(range));
    if (wrong) return invalid(reply, wrong.range);
    const count = data.reduce((sum, { range, values }) => {
      const area = parseArea(range);
      return sum + (area ? write(area, values, valueInputOption) : 0);
    }, 0);
    return { spreadsheetId: pathParam(request, "id"), totalUpdatedCells: count };
  });
  app.put("/v4/spreadsheets/:id/values/:range", async (request, reply) => {
    const range = pathParam(request, "range");
    const area = parseArea(range);
    if (!area) return invalid(reply, range);
    const { values = [] } = request.body as { values?: Cell[][] };
    return {
      updatedRange: range,
      updatedCells: write(area, values, queryParam(request, "valueInputOption")),
    };
  });
  app.post("/v4/spreadsheets/:id/values/:action", async (request, reply) => {
    const [range = "", name] = pathParam(request, "action").split(/:(?=append$)/);
    if (name !== "append") return sendResponse(reply, googleError(404, "NOT_FOUND", "Not found"));
    const { values = [] } = request.body as { values?: Cell[][] };
    const area = { row: grid.length, column: 0, lastRow: rowCount, lastColumn: 701 };
    const count = write(area, values, queryParam(request, "valueInputOption"));
    return {
      spreadsheetId: pathParam(request, "id"),
      tableRange: range,
      updates: { updatedRange: range, updatedRows: values.length, updatedCells: count },
    };
  });
  app.post("/v4/spreadsheets/:action", async (request, reply) => {
    if (!pathParam(request, "action").endsWith(":batchUpdate"))
      return sendResponse(reply, googleError(404, "NOT_FOUND", "Not found"));
    const { requests = [] } = request.body as {
      requests?: { deleteDimension?: { range: { startIndex: number; endIndex: number } } }[];
    };
    for (const { deleteDimension } of requests)
      if (deleteDimension) {
        const { startIndex, endIndex } = deleteDimension.range;
        grid.splice(startIndex, endIndex - startIndex);
      }
    return { replies: requests.map(() => ({})) };
  });
};

export const sheetProperties = {
  sheetId: 0,
  title: sheetTitle,
  index: 0,
  sheetType: "GRID",
  gridProperties: { rowCount, columnCount: 26 },
};
