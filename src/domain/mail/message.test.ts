import jsonata from "jsonata";
import { describe, expect, test } from "vitest";
import { mappingTemplate } from "#domain/ingestion/mapping.ts";
import { defaultMailMapping } from "./message.ts";

const person = async (mail: object) => ({
  email: await jsonata(defaultMailMapping.person.email ?? "").evaluate(mail),
  fullName: await jsonata(defaultMailMapping.person.fullName ?? "").evaluate(mail),
});
const from = { name: "Ana Ruiz", address: "ana@example.com" };

describe("the default mail mapping", () => {
  test("assigns a message or automatic reply to its sender", async () => {
    const mail = { from, automatic: { is: false, why: null }, bounce: null, complaint: null };
    expect(await person(mail)).toEqual({ email: "ana@example.com", fullName: "Ana Ruiz" });
    expect(await person({ ...mail, automatic: { is: true, why: "subject" } })).toMatchObject({
      email: "ana@example.com",
    });
  });

  test("assigns a report to the original recipient, never to the reporting server", async () => {
    const report = {
      from: { name: "Mail System", address: "mailer-daemon@x.example" },
      complaint: null,
      bounce: null,
    };
    const bounce = { is: true, recipient: "bob@example.com" };
    expect(await person({ ...report, bounce, automatic: { is: true, why: "bounce" } })).toEqual({
      email: "bob@example.com",
      fullName: null,
    });
    expect(await person({ ...report, automatic: { is: true, why: "delivery_notice" } })).toEqual({
      email: null,
      fullName: null,
    });
  });

  test("is a valid mapping", () => {
    expect(mappingTemplate.parse(defaultMailMapping)).toEqual(defaultMailMapping);
  });
});
