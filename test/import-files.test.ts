import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createZip } from "#server/api/zip.ts";
import { createImporter } from "./importer.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

const { upload, read, check, people, rowsOf } = createImporter(() => faro);

const xlsx = (sheet: string, more: { name: string; content: Buffer }[] = []): Promise<Buffer> =>
  createZip(
    [
      {
        name: "xl/workbook.xml",
        content: Buffer.from(
          `<workbook xmlns:r="r"><sheets><sheet name="Gente" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        ),
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: Buffer.from(
          `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
        ),
      },
      {
        name: "xl/styles.xml",
        content: Buffer.from(
          `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
        ),
      },
      {
        name: "xl/sharedStrings.xml",
        content: Buffer.from(
          `<sst><si><t>Nombre</t></si><si><r><t>María </t></r><r><t>Núñez</t></r></si></sst>`,
        ),
      },
      { name: "xl/worksheets/sheet1.xml", content: Buffer.from(sheet) },
      ...more,
    ],
    new Date("2026-01-01T00:00:00Z"),
  );

test("a spreadsheet is read with shared and inline texts, dates, and numbers as they are meant", async () => {
  const id = await upload(
    await xlsx(
      `<worksheet><sheetData>
        <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Teléfono</t></is></c><c r="D1" t="str"><v>Fecha</v></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>1.7875550109E10</v></c><c r="D2" s="1"><v>46329</v></c></row>
        <row r="5"><c r="A5" t="inlineStr"><is><t>Eva</t></is></c><c r="B5"><v>7875550110</v></c></row>
      </sheetData></worksheet>`,
    ),
    "gente.xlsx",
  );
  const mapped = await read(id);
  expect(mapped.file).toMatchObject({ format: "xlsx", sheets: ["Gente"], sheet: "Gente" });
  expect(mapped.columns.map((column: any) => column.header)).toEqual(["Nombre", "Teléfono", "C", "Fecha"]);
  await check(id);
  expect(await rowsOf(id)).toMatchObject([
    { line: 2, raw: ["María Núñez", "17875550109", "", "2026-11-03"], after: { phone: "+17875550109" } },
    { line: 5, raw: ["Eva", "7875550110"], after: { phone: "+17875550110" } },
  ]);
});

describe("a file that cannot be read is refused with its reason, and leaves nothing", () => {
  test.each<[string, string | Buffer | Promise<Buffer>, object]>([
    ["an open quote", 'Name,E-mail\nAna,"ana@example.com\nEva,eva@example.com\n', { code: "open_quote" }],
    [
      "a cell of 10 MB",
      `Name,E-mail\n"${"A".repeat(10_000_000)}",ana@example.com\n`,
      { code: "row_too_large" },
    ],
    ["half a workbook", xlsx("<worksheet><sheetData><row r='1'><c"), { code: "damaged_xlsx" }],
    [
      "1,001 columns",
      `${Array.from({ length: 1001 }, (_, index) => `c${index}`).join(",")}\n`,
      { code: "too_many_columns" },
    ],
  ])("%s", async (_, content, problem) => {
    const id = await upload(await content);
    const failed = await read(id, {}, "failed");
    expect(failed.batch.problem).toMatchObject(problem);
    expect(await rowsOf(id)).toEqual([]);
    expect(await people()).toEqual([]);
  });

  test("a missing piece", async () => {
    const { body } = await faro.send("POST", "/api/imports", { name: "a.csv", size: 3_000_000 });
    const contentBase64 = Buffer.alloc(902_848, "a").toString("base64");
    expect((await faro.send("PUT", `/api/imports/${body.id}/pieces/1`, { contentBase64 })).status).toBe(200);
    expect((await faro.send("POST", `/api/imports/${body.id}/read`, {})).body.code).toBe("upload_incomplete");
    expect((await faro.send("PUT", `/api/imports/${body.id}/pieces/2`, { contentBase64 })).status).toBe(413);
  });
});

test("a text file with accents of Windows is read as such", async () => {
  const id = await upload(Buffer.from("Nombre;Correo\nMaría Núñez;maria@example.com\n", "latin1"));
  expect((await read(id)).file).toMatchObject({ encoding: "windows-1252", separator: ";" });
  expect((await rowsOf(id)).map(({ raw }: any) => raw)).toEqual([["María Núñez", "maria@example.com"]]);
});

test("repeated headers, ragged rows and formulas are read, and the file again with other options", async () => {
  const id = await upload(
    "Phone,Phone,Name\n787-555-0101,787-555-0102,'=Ana\n787-555-0103,,Eva,x\n787-555-0104\n",
  );
  const mapped = await read(id);
  expect(mapped.columns.map(({ header }: any) => header)).toEqual(["Phone", "Phone (2)", "Name"]);
  const { check: checked } = await check(id);
  expect(checked).toMatchObject({ added: 2, refused: 1 });
  expect((await rowsOf(id))[0].after).toMatchObject({ firstName: "=Ana", addresses: ["+17875550102"] });
  const again = await read(id, { hasHeader: false, separator: ";" });
  expect(again.columns.map(({ header }: any) => header)).toEqual(["A"]);
  expect(again.batch.total).toBe(4);
});
