import { Readable } from "node:stream";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { type SheetCell, workbookParts } from "./xlsx.ts";
import { streamZip } from "./zip-stream.ts";

/** Reads the archive by its central directory, as spreadsheets do. */
const unpack = (zip: Buffer): Map<string, string> => {
  const end = zip.length - 22;
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    const content = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    expect(content.length).toBe(zip.readUInt32LE(at + 24));
    files.set(zip.toString("utf8", at + 46, at + 46 + nameLength), content.toString());
    at += 46 + nameLength;
  }
  return files;
};

const at = new Date("2026-03-31T12:00:00Z");

async function* inPages(...pages: SheetCell[][][]) {
  yield* pages;
}

const pack = async (
  pages: AsyncIterable<SheetCell[][]>,
  rowsInSheet?: number,
): Promise<Map<string, string>> => {
  const parts = workbookParts("People", ["name", "score"], pages, rowsInSheet ? { rowsInSheet } : {});
  const chunks: Buffer[] = [];
  for await (const chunk of streamZip(parts, at)) chunks.push(chunk);
  return unpack(Buffer.concat(chunks));
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
  const file = Readable.from(streamZip(workbookParts("People", ["a", "b"], endless()), at));
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
