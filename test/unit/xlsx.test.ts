import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type SheetCell, workbookParts } from "#server/api/xlsx.ts";
import { streamZip } from "#server/api/zip.ts";
import { readZip } from "../read-zip.ts";

const at = new Date("2026-03-31T12:00:00Z");

async function* inPages(...pages: SheetCell[][][]) {
  yield* pages;
}

const pack = async (
  pages: AsyncIterable<SheetCell[][]>,
  rowsInSheet?: number,
): Promise<Map<string, string>> => {
  const parts = workbookParts("People", ["name", "score"], pages, rowsInSheet ? { rowsInSheet } : {});
  return readZip(await buffer(streamZip(parts, at)));
};

test("texts are typed cells, so that none is read as a formula", async () => {
  const sheet = (await pack(inPages([["=1+1", 7]]))).get("xl/worksheets/sheet1.xml");
  expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(sheet).toContain('<c r="B2"><v>7</v></c>');
});

test("a cell contains no character that XML forbids and no escape that was not meant", async () => {
  const sheet = (await pack(inPages([["<a>\u0000&\u001f_x0041_ \ud83d", null]]))).get(
    "xl/worksheets/sheet1.xml",
  );
  expect(sheet).toContain(">&lt;a&gt;&amp;_x005F_x0041_ \ufffd</t>");
});

test("rows that do not fit in a sheet continue in the next one, under the same header", async () => {
  const files = await pack(
    inPages(
      [
        ["a", 1],
        ["b", 2],
        ["c", 3],
      ],
      [["d", 4]],
    ),
    3,
  );
  const texts = (sheet: number) =>
    [...(files.get(`xl/worksheets/sheet${sheet}.xml`) ?? "").matchAll(/preserve">([^<]*)</g)].map(
      ([, text]) => text,
    );
  expect(texts(1)).toEqual(["name", "score", "a", "b"]);
  expect(texts(2)).toEqual(["name", "score", "c", "d"]);
  expect(files.get("xl/workbook.xml")).toContain('name="People 2"');
  expect(files.get("[Content_Types].xml")).toContain("sheet2.xml");
});

test("a reader that stops ends the reading of rows", async () => {
  let read = 0;
  let ended = false;
  async function* endless() {
    try {
      while (true) {
        read += 1;
        yield Array.from({ length: 100 }, (_, index): SheetCell[] => [
          `${read} ${Math.sin(read * index)}`,
          index,
        ]);
      }
    } finally {
      ended = true;
    }
  }
  const file = streamZip(workbookParts("People", ["a", "b"], endless()), at);
  for await (const _chunk of file) if (read > 5) break;
  await expect.poll(() => ended).toBe(true);
});

test("an error while rows are read fails the file instead of ending it early", async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [["a", 1]];
    throw new Error("The connection was lost");
  }
  await expect(pack(failing())).rejects.toThrow("The connection was lost");
});
