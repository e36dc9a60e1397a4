import { describe, expect, test } from "vitest";
import { type ImportColumn, type ImportTarget, importOptions } from "./import-options.ts";
import { createRowReader } from "./read-row.ts";

type Cell = [ImportTarget, string, Partial<ImportColumn>?];

const read = (cells: Cell[], options: object = {}) => {
  const parsed = importOptions.parse({
    columns: cells.map(([target, , column]) => ({ target, ...column })),
    ...options,
  });
  return createRowReader({
    headers: cells.map(([target]) => target),
    columns: parsed.columns,
    options: parsed,
    country: "US",
    owners: new Map(),
    fields: new Map(),
    now: Date.UTC(2026, 10, 16),
  })(
    2,
    cells.map(([, text]) => text),
  );
};

const ana: Cell = ["firstName", "Ana"];

describe("the country of a row", () => {
  test("decides how phone numbers and postal codes are read, wherever its column stands", () => {
    const { values, problems } = read([
      ana,
      ["phone", "55 1234 5678"],
      ["zip", "6600"],
      ["country", "México"],
    ]);
    expect(values).toMatchObject({ phone: "+525512345678", zip: "06600", region: "MX" });
    expect(problems).toMatchObject([{ code: "zeros_restored" }]);
    expect(read([ana, ["phone", "612 34 56 78"], ["country", "ES"]]).values.phone).toBe("+34612345678");
  });

  test("leaves postal codes of other lengths as they are, and a given region", () => {
    expect(read([ana, ["zip", "1010"], ["country", "Austria"]]).values.zip).toBe("1010");
    expect(read([ana, ["region", "Jalisco"], ["country", "MX"]]).values.region).toBe("Jalisco");
    expect(read([ana, ["zip", "956"], ["country", "Puerto Rico"]]).values).toEqual({
      firstName: "Ana",
      zip: "00956",
    });
  });

  test("that does not read is a problem of its cell", () => {
    expect(read([ana, ["email", "ana@example.com"], ["country", "Narnia"]]).problems).toMatchObject([
      { code: "bad_country", value: "Narnia" },
    ]);
  });
});

describe("the addresses of a row", () => {
  const home: Cell = ["phone", "787-555-0101", { label: "home" }];
  const mobile: Cell = ["phone", "787-555-0102", { label: "mobile" }];
  const work: Cell = ["phone", "787-555-0103", { label: "work" }];

  test("a mobile number is the main one and a house line the last, each with its label", () => {
    const row = read([ana, home, work, mobile]);
    expect(row.values.phone).toBe("+17875550102");
    expect(row.otherPhones).toEqual(["+17875550103", "+17875550101"]);
    expect(row.labels).toEqual({ "+17875550101": "home", "+17875550102": "mobile", "+17875550103": "work" });
  });

  test("the operator chooses another main one", () => {
    expect(read([ana, ["phone", "787-555-0101", { label: "home", isMain: true }], mobile]).values.phone).toBe(
      "+17875550101",
    );
  });

  test("a house line alone is the main number", () => {
    expect(read([ana, home]).values.phone).toBe("+17875550101");
  });

  test("labels may stand in columns of their own, several values in one cell, and a fax is no phone number", () => {
    const row = read([
      ana,
      ["label", "* Work"],
      ["email", "ana@example.com ::: rios@example.com"],
      ["label", "Home Fax"],
      ["phone", "787-555-0104"],
      ["label", "Mobile"],
      ["phone", "787-555-0105 ::: 787-555-0106"],
      ["label", "Marina"],
      ["phone", "787-555-0107"],
    ]);
    expect(row.values).toMatchObject({ email: "ana@example.com", phone: "+17875550105" });
    expect(row.otherEmails).toEqual(["rios@example.com"]);
    expect(row.otherPhones).toEqual(["+17875550106", "+17875550107"]);
    expect(row.labels).toMatchObject({ "ana@example.com": "work", "+17875550107": "Marina" });
  });
});

describe("the names of a row", () => {
  test.each<[string, Cell[], object]>([
    [
      "two surnames and a middle name",
      [ana, ["middleName", "Luz"], ["lastName", "Ríos"], ["secondLastName", "Soto"]],
      { firstName: "Ana Luz", lastName: "Ríos Soto" },
    ],
    [
      "columns of their own before a full name",
      [
        ["fullName", "Ana Luz Ríos"],
        ["firstName", "Ana Luz"],
        ["lastName", "Ríos"],
      ],
      { firstName: "Ana Luz", lastName: "Ríos" },
    ],
    ["a company is not split", [["fullName", "Acme Solar, LLC"]], { firstName: "Acme Solar, LLC" }],
    ["a bakery is not split", [["fullName", "Panadería La Ceiba"]], { firstName: "Panadería La Ceiba" }],
  ])("%s", (_, cells, names) => {
    const { firstName, lastName } = read(cells).values;
    expect({ firstName, ...(lastName === undefined ? {} : { lastName }) }).toEqual(names);
  });
});

describe("an opt-out of a row", () => {
  const email: Cell = ["email", "ana@example.com"];
  test.each<[string, Cell[], object]>([
    ["of e-mail", [["optOut.email", "TRUE"]], { optOuts: ["email"], consents: { email: false } }],
    ["with a check mark", [["optOut.email", "✓"]], { optOuts: ["email"] }],
    ["with a dash, which is none", [["optOut.email", "–"]], { optOuts: [] }],
    ["with its time", [["optOut.email", "2024-03-01 10:22:13"]], { optOuts: ["email"] }],
    [
      "of the telephone",
      [["optOut.phone", "1"]],
      { optOuts: ["sms", "whatsapp", "call"], consents: { sms: false, call: false } },
    ],
    ["that is not one", [["optOut.email", "0"]], { optOuts: [], consents: {} }],
    ["that is not one, in words", [["optOut.email", "Opted In"]], { optOuts: [], dnc: false }],
    [
      "beside a consent",
      [
        ["consent.email", "yes"],
        ["optOut.email", "x"],
      ],
      { optOuts: ["email"], consents: { email: false } },
    ],
    ["in a consent column", [["consent.email", "UNSUBSCRIBED"]], { optOuts: ["email"] }],
    ["that was never an agreement", [["consent.email", "no"]], { optOuts: [], consents: { email: false } }],
    ["never asked", [["consent.email", "NEVER_SUBSCRIBED"]], { optOuts: [], consents: {} }],
    ["as a stage", [["status", "Do not contact"]], { dnc: true }],
    ["as a tag", [["tags", "vip; DNC"]], { dnc: true }],
    [
      "of everything, beside a consent",
      [
        ["dnc", "yes"],
        ["consent.sms", "yes"],
      ],
      { dnc: true, consents: {} },
    ],
  ])("%s", (_, cells, expected) => {
    expect(read([ana, email, ...cells])).toMatchObject(expected);
  });

  test("in words that are not known counts, and is noted", () => {
    const row = read([ana, email, ["optOut.email", "SMS only please"]]);
    expect(row.optOuts).toEqual(["email"]);
    expect(row.problems).toMatchObject([{ code: "opt_out_assumed" }]);
  });
});

test("a row with neither phone nor e-mail is left out, or kept by its name", () => {
  const cells: Cell[] = [ana, ["phone", ""], ["email", "none"]];
  expect(read(cells).refusal).toMatchObject({ code: "no_address" });
  expect(read(cells, { answers: { no_address: "empty" } })).toMatchObject({
    refusal: null,
    values: { firstName: "Ana" },
  });
});

test("dates of other programs are read, and those that stand for none", () => {
  const day = (text: string) => {
    const { createdAt } = read([ana, ["email", "ana@example.com"], ["createdAt", text]]).values;
    return createdAt === undefined ? undefined : new Date(createdAt).toISOString().slice(0, 10);
  };
  for (const text of [
    "2020-05-04 09:33:10",
    "May 4, 2020 12:33 PM",
    "04-May-20",
    "05/04/2020, 9:33 pm",
    "Mon, 4 May 2020",
  ])
    expect([text, day(text)]).toEqual([text, "2020-05-04"]);
  expect(day("0/0/00")).toBeUndefined();
});
