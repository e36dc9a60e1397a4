import { describe, expect, test } from "vitest";
import { createZip } from "#server/api/zip.ts";
import { type FileRow, readCsvFile } from "./csv-rows.ts";
import { UnreadableFile } from "./file-problem.ts";
import { type Encoding, guessOldEncoding, sniffEncoding, sniffSeparator } from "./sniff.ts";
import { columnOf, isDateFormat, toIsoDate, toPlainNumber } from "./xlsx-cells.ts";
import { openWorkbook } from "./xlsx-rows.ts";

const problemOf = async (reading: () => Promise<unknown>): Promise<unknown> => {
  try {
    await reading();
  } catch (error) {
    if (error instanceof UnreadableFile) return error.problem.code;
    throw error;
  }
  return undefined;
};

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  // Split inside of letters and line ends.
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const readText = async (bytes: Buffer, encoding: Encoding = sniffEncoding(bytes)): Promise<string[][]> => {
  const separator = sniffSeparator(new TextDecoder(encoding).decode(bytes));
  const rows: FileRow[] = [];
  for await (const row of readCsvFile(pieces(bytes), { encoding, separator })) rows.push(row);
  return rows.map(({ cells }) => cells);
};

describe("a text file is read", () => {
  const text = "Nombre;Correo\nMaría Núñez;maria@example.com\n";
  const rows = [
    ["Nombre", "Correo"],
    ["María Núñez", "maria@example.com"],
  ];
  test.each<[string, Buffer]>([
    ["in UTF-8", Buffer.from(text)],
    ["with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["in UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["in UTF-16 without a mark", Buffer.from(text, "utf16le")],
    ["in UTF-16 of the other order", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["with lone carriage returns", Buffer.from(text.replaceAll("\n", "\r"))],
    ["with tabs", Buffer.from(text.replaceAll(";", "\t"))],
    ["with bars", Buffer.from(text.replaceAll(";", "|"))],
    ["with its separator stated", Buffer.from(`sep=;\r\n${text}`)],
  ])("%s", async (_, bytes) => {
    expect(await readText(bytes)).toEqual(rows);
  });

  test("in Mac Roman, distinguished from Windows-1252", async () => {
    // "María Núñez" and "José" as Mac Roman writes them.
    const mac = Buffer.from(
      "Nombre;Correo\rMar\x92a N\x9c\x96ez;maria@example.com\rJos\x8e;jose@example.com\r",
      "latin1",
    );
    expect(guessOldEncoding(mac)).toBe("macintosh");
    expect(await readText(mac, "macintosh")).toEqual([...rows, ["José", "jose@example.com"]]);
    const windows = Buffer.from("Nombre;Correo\nJosé’s; O’Brien; Núñez\n".replaceAll("’", "\x92"), "latin1");
    expect(guessOldEncoding(windows)).toBe("windows-1252");
  });

  test("with the separator of its rows below a title", () => {
    expect(
      sniffSeparator("Clientes de mayo, 2026\n\nNombre;Correo;Pueblo\nAna;ana@example.com;Ponce\n"),
    ).toBe(";");
  });

  test("with quotes, line ends in cells, and an inch mark", async () => {
    expect(await readText(Buffer.from('a,b\n"x\n""y""",2\n6" pipe,3\n'))).toEqual([
      ["a", "b"],
      ['x\n"y"', "2"],
      ['6" pipe', "3"],
    ]);
  });

  test.each<[string, Buffer, string]>([
    ["an open quote", Buffer.from('a,b\n1,"2\n3,4\n'), "open_quote"],
    ["a row of 2 MB", Buffer.from(`a,b\n"${"x".repeat(2_000_000)}",1\n`), "row_too_large"],
    ["a NUL", Buffer.from(`a,b\n${"1,2\n".repeat(3000)}\u0000,4\n`), "nul_in_file"],
    ["letters of Windows as UTF-8", Buffer.from(text, "latin1"), "wrong_encoding"],
    ["a picture", Buffer.from("89504e470d0a1a0a", "hex"), "binary_file"],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "old_excel"],
    ["bytes of a program", Buffer.from([1, 2, 0, 0, 0, 5, 7, 0, 9]), "binary_file"],
  ])("and refused with %s", async (_, bytes, code) => {
    expect(await problemOf(() => readText(bytes))).toBe(code);
  });
});

const workbook = (sheet: string, more: { name: string; content: Buffer }[] = []): Promise<Buffer> =>
  createZip(
    [
      {
        name: "xl/workbook.xml",
        content: Buffer.from(
          `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
        ),
      },
      { name: "xl/worksheets/sheet1.xml", content: Buffer.from(sheet) },
      ...more,
    ],
    new Date("2026-01-01T00:00:00Z"),
  );
const readWorkbook = async (file: Buffer, sheet: string | null = null): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  const opened = await openWorkbook(file);
  await opened.readRows(sheet, async (some) => void rows.push(...some));
  return rows;
};

describe("a workbook", () => {
  test("is read with gaps between rows and cells", async () => {
    const sheet = `<worksheet><sheetData><row r="2"><c r="B2"><v>7</v></c></row><row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row></sheetData></worksheet>`;
    expect(await readWorkbook(await workbook(sheet))).toEqual([
      { line: 2, cells: ["", "7"] },
      { line: 3, cells: ["TRUE", ""] },
    ]);
  });

  test.each<[string, Promise<Buffer>, string]>([
    [
      "a part that unpacks to 1,000 times its size",
      workbook("<worksheet/>", [{ name: "x", content: Buffer.alloc(40_000_000) }]),
      "zip_bomb",
    ],
    [
      "thousands of parts",
      workbook(
        "<worksheet/>",
        Array.from({ length: 2500 }, (_, index) => ({ name: `p${index}`, content: Buffer.from("x") })),
      ),
      "zip_bomb",
    ],
    [
      "entities of its own",
      workbook(
        `<!DOCTYPE w [<!ENTITY a "b">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>`,
      ),
      "damaged_xlsx",
    ],
    ["half a part", workbook("<worksheet><sheetData><row><c"), "damaged_xlsx"],
    ["half a file", workbook("<worksheet/>").then((file) => file.subarray(0, 200)), "damaged_xlsx"],
    [
      "a cell of 200 KB",
      workbook(
        `<worksheet><sheetData><row><c t="str"><v>${"x".repeat(200_000)}</v></c></row></sheetData></worksheet>`,
      ),
      "cell_too_large",
    ],
    [
      "a cell in column 16,384",
      workbook(`<worksheet><sheetData><row><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>`),
      "too_many_columns",
    ],
  ])("is refused with %s", async (_, file, code) => {
    const bytes = await file;
    expect(await problemOf(() => readWorkbook(bytes))).toBe(code);
  });

  test("without the chosen sheet is refused", async () => {
    const file = await workbook("<worksheet/>");
    expect(await problemOf(() => readWorkbook(file, "B"))).toBe("no_such_sheet");
  });

  test.each([
    ["17875550109", "17875550109"],
    ["1.7875550109E10", "17875550109"],
    ["240.10000000000002", "240.1"],
    ["0.00000012", "0.00000012"],
    ["-5", "-5"],
  ])("shows the number %s as %s", (stored, shown) => {
    expect(toPlainNumber(stored)).toBe(shown);
  });

  test("shows day numbers as dates", () => {
    expect([
      toIsoDate(46_329, false),
      toIsoDate(46_329.5, false),
      toIsoDate(1, false),
      toIsoDate(44_867, true),
    ]).toEqual(["2026-11-03", "2026-11-03T12:00:00", "1900-01-01", "2026-11-03"]);
    expect([
      isDateFormat(14, undefined),
      isDateFormat(164, "dd/mm/yyyy"),
      isDateFormat(165, '#,##0.00 "days"'),
      isDateFormat(2, undefined),
    ]).toEqual([true, true, false, false]);
    expect(["A1", "Z9", "AA1", "XFD1"].map(columnOf)).toEqual([0, 25, 26, 16_383]);
  });
});
