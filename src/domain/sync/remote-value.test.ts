import { describe, expect, test } from "vitest";
import type { FieldDefinition } from "#domain/people/field-kinds.ts";
import type { RemoteField } from "./field-map.ts";
import { readRemoteValue, type SyncValue, type ValueContext, writeRemoteValue } from "./remote-value.ts";

const fields = new Map<string, FieldDefinition>([
  ["bill", { kind: "money", choices: [] }],
  ["roof", { kind: "choice", choices: ["Flat", "Gable"] }],
  ["extras", { kind: "choices", choices: ["Battery", "Car"] }],
  ["since", { kind: "date", choices: [] }],
  ["owner", { kind: "yes_no", choices: [] }],
]);
const context: ValueContext = { country: "PR", fields };

describe("a value of the vendor's", () => {
  test.each<[unknown, string, unknown]>([
    ["Ana@Example.com ", "email", { value: "ana@example.com" }],
    ["ana", "email", { problem: "not_email" }],
    ["(787) 555-0148", "phone", { value: "+17875550148" }],
    ["12", "phone", { problem: "not_phone" }],
    ["  Ponce ", "town", { value: "Ponce" }],
    ["", "town", { value: null }],
    [null, "town", { value: null }],
    ["es", "language", { value: "es" }],
    ["Customer", "type", { value: "customer" }],
    ["x".repeat(201), "lastName", { problem: "too_long" }],
    ["240.50", "fields.bill", { value: 240.5 }],
    ["about 240", "fields.bill", { problem: "not_money" }],
    ["flat", "fields.roof", { value: "Flat" }],
    ["dome", "fields.roof", { problem: "not_choice" }],
    ["Car;Battery", "fields.extras", { value: ["Battery", "Car"] }],
    ["2026-11-08T12:00:00.000+0000", "fields.since", { value: "2026-11-08" }],
    ["true", "fields.owner", { value: true }],
    ["x", "fields.unknown", { value: null }],
    [true, "optOut.email", { value: true }],
    ["true", "optOut.sms", { value: true }],
    ["false", "optOut.sms", { value: false }],
    ["maybe", "optOut.all", { value: false }],
    [{ hostile: true }, "town", { value: null }],
    ["yes", "consent.sms", { value: true }],
    ["Unsubscribed", "consent.email", { value: false }],
    ["", "consent.email", { value: null }],
    [["vip", " new ", "vip"], "tags", { value: ["new", "vip"] }],
    ["vip; new", "tags", { value: ["new", "vip"] }],
    [null, "tags", { value: [] }],
  ])("%s as %s", (value, ours, expected) => {
    expect(readRemoteValue(value, { ours }, context)).toEqual(expected);
  });
});

describe("a value of ours", () => {
  const field = (type: RemoteField["type"], more: Partial<RemoteField> = {}): RemoteField => ({
    name: "x",
    label: "X",
    type,
    isReadOnly: false,
    isRequired: false,
    options: [],
    maxLength: null,
    ...more,
  });
  test.each<[SyncValue, string, RemoteField, unknown]>([
    [null, "town", field("number"), { value: null }],
    ["Ponce", "town", field("text"), { value: "Ponce" }],
    ["Ponce", "town", field("text", { maxLength: 3 }), { problem: "too_long" }],
    ["Ponce", "town", field("number"), { problem: "not_number" }],
    [240.5, "fields.bill", field("number"), { value: 240.5 }],
    [true, "fields.owner", field("boolean"), { value: true }],
    ["yes", "town", field("boolean"), { problem: "not_yes_no" }],
    ["2026-11-08", "fields.since", field("date"), { value: "2026-11-08" }],
    ["soon", "town", field("date"), { problem: "not_date" }],
    ["Flat", "fields.roof", field("choice", { options: ["flat", "gable"] }), { value: "flat" }],
    ["Dome", "fields.roof", field("choice", { options: ["flat"] }), { problem: "not_choice" }],
    [
      ["Battery", "Car"],
      "fields.extras",
      field("choices", { options: ["Car", "Battery"] }),
      { value: ["Battery", "Car"] },
    ],
    [["Battery", "Car"], "fields.extras", field("text"), { value: "Battery; Car" }],
  ])("%s of %s", (value, ours, remote, expected) => {
    expect(writeRemoteValue(value, { ours }, remote, context)).toEqual(expected);
  });
});

describe("values that the two sides write differently", () => {
  const stage = {
    ours: "status",
    values: [
      { ours: "qualified", theirs: "Sales qualified lead" },
      { ours: "qualified", theirs: "Marketing qualified lead" },
      { ours: "converted", theirs: "Closed" },
    ],
  };
  const picklist: RemoteField = {
    name: "lifecycle",
    label: "Lifecycle",
    type: "choice",
    isReadOnly: false,
    isRequired: false,
    options: ["Sales qualified lead", "Marketing qualified lead", "Closed"],
    maxLength: null,
  };
  test.each([
    ["Sales qualified lead", { value: "qualified" }],
    ["marketing qualified lead ", { value: "qualified" }],
    ["Closed", { value: "converted" }],
    ["new", { value: "new" }],
    ["Partner", { problem: "not_status" }],
  ])("%s is read", (value, expected) => {
    expect(readRemoteValue(value, stage, context)).toEqual(expected);
  });

  test.each([
    ["qualified", { value: "Sales qualified lead" }],
    ["converted", { value: "Closed" }],
    ["contacted", { problem: "not_choice" }],
  ])("%s is written", (value, expected) => {
    expect(writeRemoteValue(value, stage, picklist, context)).toEqual(expected);
  });

  test("of lists, each item", () => {
    const link = { ours: "tags", values: [{ ours: "vip", theirs: "VIP customer" }] };
    expect(readRemoteValue(["VIP customer", "new"], link, context)).toEqual({ value: ["new", "vip"] });
    expect(
      writeRemoteValue(["new", "vip"], link, { ...picklist, type: "choices", options: [] }, context),
    ).toEqual({
      value: ["new", "VIP customer"],
    });
  });

  test("a yes of ours that the vendor spells out", () => {
    const link = { ours: "optOut.sms", values: [{ ours: "true", theirs: "Do not text" }] };
    expect(readRemoteValue("Do not text", link, context)).toEqual({ value: true });
    expect(readRemoteValue("Anything", link, context)).toEqual({ value: false });
    expect(writeRemoteValue(true, link, { ...picklist, options: ["Do not text"] }, context)).toEqual({
      value: "Do not text",
    });
  });
});
