import { describe, expect, test } from "vitest";
import type { OperationCall } from "#server/connectors/operation.ts";
import { airtablePeople } from "./airtable-people.ts";
import { gohighlevelPeople } from "./gohighlevel-people.ts";
import { googleSheetsPeople } from "./google-sheets-people.ts";
import { mailchimpPeople } from "./mailchimp-people.ts";
import type { PeopleVendor } from "./people-vendor.ts";
import { zohoPeople } from "./zoho-people.ts";

type Answer = { status: number; json: unknown };
const answering = (settings: Record<string, unknown>, answer: (path: string) => Answer): OperationCall => ({
  settings,
  headers: {},
  send: async ({ path }) => {
    const { status, json } = answer(path);
    return { ok: true, status, headers: {}, body: Buffer.from(JSON.stringify(json)) };
  },
});

describe("a contact counts as deleted only where the vendor says that it is gone", () => {
  const ghl = (statusCode: number, message: string) => ({
    status: statusCode,
    json: { statusCode, message, error: "" },
  });
  const member = (status: number, title: string) => ({
    status,
    json: { type: "about:blank", title, status },
  });
  test.each<[string, PeopleVendor, Answer, boolean]>([
    ["GoHighLevel, 404", gohighlevelPeople, ghl(404, "Not found"), true],
    ["GoHighLevel, not found", gohighlevelPeople, ghl(400, "Contact with id c1 not found"), true],
    ["GoHighLevel, refused", gohighlevelPeople, ghl(400, "locationId is wrong"), false],
    ["GoHighLevel, 422", gohighlevelPeople, ghl(422, "c1 is no id"), false],
    ["Mailchimp, 404", mailchimpPeople, member(404, "Resource Not Found"), true],
    ["Mailchimp, 410", mailchimpPeople, member(410, "Gone"), true],
    ["Mailchimp, refused", mailchimpPeople, member(400, "Invalid Resource"), false],
  ])("%s", async (_name, { readPeople }, answer, isDeleted) => {
    const call = answering({ locationId: "l1", audienceId: "a1", listId: "a1" }, () => answer);
    const result = await readPeople.run(call, { fields: [], ids: ["c1"] });
    expect(result).toMatchObject(
      isDeleted ? { ok: true, value: [] } : { ok: false, error: { kind: "invalid" } },
    );
  });
});

describe("a deletion is done where the contact is gone, and refused where the vendor says no", () => {
  const ghl = (statusCode: number, message: string) => ({
    status: statusCode,
    json: { statusCode, message, error: "" },
  });
  const record = { id: "c1", fields: {} };
  test.each<[string, PeopleVendor, (path: string, method: string) => Answer, string[]]>([
    ["GoHighLevel, gone", gohighlevelPeople, () => ghl(400, "Contact with id c1 not found"), []],
    ["GoHighLevel, refused", gohighlevelPeople, () => ghl(400, "The contact is locked"), ["c1"]],
    [
      "Mailchimp, gone",
      mailchimpPeople,
      () => ({ status: 404, json: { title: "", status: 404, type: "" } }),
      [],
    ],
    [
      "Mailchimp, may not be removed",
      mailchimpPeople,
      (_path, method) =>
        method === "DELETE"
          ? { status: 405, json: { title: "Method Not Allowed", status: 405, type: "" } }
          : {
              status: 200,
              json: {
                contact_id: "c1",
                email_address: "a@b.c",
                status: "cleaned",
                last_changed: "2026-11-01T00:00:00Z",
              },
            },
      ["c1"],
    ],
    ["Airtable, gone", airtablePeople, () => ({ status: 200, json: { records: [] } }), []],
    [
      "Airtable, refused",
      airtablePeople,
      (_path, method) =>
        method === "DELETE"
          ? { status: 422, json: { error: { type: "INVALID_REQUEST", message: "locked" } } }
          : { status: 200, json: { records: [record] } },
      ["c1"],
    ],
    [
      "Zoho, gone",
      zohoPeople,
      (_path, method) =>
        method === "DELETE"
          ? { status: 200, json: { data: [{ status: "error", message: "record not deleted", details: {} }] } }
          : { status: 200, json: null },
      [],
    ],
  ])("%s", async (_name, { deletePeople }, answer, refused) => {
    const call: OperationCall = {
      settings: { locationId: "l1", listId: "a1", baseId: "app1", table: "t1" },
      headers: {},
      send: async ({ path, method = "GET" }) => {
        const { status, json } = answer(path, method);
        return { ok: true, status, headers: {}, body: Buffer.from(JSON.stringify(json)) };
      },
    };
    const result = await deletePeople.run(call, { ids: ["c1"] });
    expect(result).toMatchObject({ ok: true, value: refused.map((id) => ({ id })) });
  });
});

describe("a sheet without the column of keys", () => {
  const call = answering({ spreadsheetId: "s1" }, (path) =>
    path.includes("values:batchGet")
      ? {
          status: 200,
          json: { valueRanges: [{ values: path.includes("1%3A1") ? [["Email"]] : [["a@b.c"]] }] },
        }
      : { status: 200, json: { sheets: [{ properties: { sheetId: 0, title: "Leads" } }] } },
  );
  const fields = ["Email"];
  const person = { personId: "p1", remoteId: null, email: null, hasEmailConsent: false, values: {} };
  const { listPeople, pullChanges, readPeople, findPeople, pushPeople, deletePeople } = googleSheetsPeople;
  test.each<[string, () => Promise<unknown>]>([
    ["load", () => listPeople.run(call, { fields, after: null, isPreview: false })],
    ["changes", () => pullChanges.run(call, { fields, since: 0, after: null })],
    ["read", () => readPeople.run(call, { fields, ids: ["k1"] })],
    ["find", () => findPeople.run(call, { fields, emails: ["a@b.c"], phones: [], emailField: "Email" })],
    ["push", () => pushPeople.run(call, { people: [person] })],
    ["delete", () => deletePeople.run(call, { ids: ["k1"] })],
  ])("fails for an operator to restore it: %s", async (_name, run) => {
    const message = { en: expect.stringContaining("Faro ID"), es: expect.stringContaining("Faro ID") };
    expect(await run()).toMatchObject({ ok: false, error: { kind: "auth", message } });
  });

  test("can be previewed", async () => {
    const page = await listPeople.run(call, { fields, after: null, isPreview: true });
    expect(page).toMatchObject({
      ok: true,
      value: { people: [{ id: "row 2", values: { Email: "a@b.c" } }] },
    });
  });
});
