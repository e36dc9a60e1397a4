import jsonata from "jsonata";
import { describe, expect, test } from "vitest";
import { mappingTemplate } from "#domain/ingestion/mapping.ts";
import { defaultMailMapping } from "./mapping.ts";

const person = async (mail: object) => ({
  email: await jsonata(defaultMailMapping.person.email ?? "").evaluate(mail),
  fullName: await jsonata(defaultMailMapping.person.fullName ?? "").evaluate(mail),
});
const from = { name: "Ana Ruiz", address: "ana@example.com" };

describe("whose a message is", () => {
  test("a letter is its sender's, an automatic answer too", async () => {
    const mail = { from, automatic: { is: false, why: null }, bounce: null, complaint: null };
    expect(await person(mail)).toEqual({ email: "ana@example.com", fullName: "Ana Ruiz" });
    expect(await person({ ...mail, automatic: { is: true, why: "subject" } })).toMatchObject({
      email: "ana@example.com",
    });
  });

  test("a report is about whoever was written to, and never the machine's", async () => {
    const machine = {
      from: { name: "Mail System", address: "mailer-daemon@x.example" },
      complaint: null,
      bounce: null,
    };
    const bounce = { is: true, recipient: "bob@example.com" };
    expect(await person({ ...machine, bounce, automatic: { is: true, why: "bounce" } })).toEqual({
      email: "bob@example.com",
      fullName: null,
    });
    expect(await person({ ...machine, automatic: { is: true, why: "delivery_notice" } })).toEqual({
      email: null,
      fullName: null,
    });
  });

  test("is a mapping as any other", () => {
    expect(mappingTemplate.parse(defaultMailMapping)).toEqual(defaultMailMapping);
  });
});
