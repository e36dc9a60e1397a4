import { expect, test } from "vitest";
import { collectFeatures, type ScoringFacts } from "./features.ts";
import { emptyHistory } from "./history.ts";
import { learnedChoices } from "./learned-fields.ts";

const field = (
  key: string,
  kind: "choice" | "choices" | "yes_no" | "text" | "number",
  more: object = {},
) => ({
  key,
  kind,
  pii: false,
  archivedAt: null,
  ...more,
});
const fields = [
  field("roof", "choice"),
  field("interests", "choices"),
  field("owner", "yes_no"),
  field("note", "text"),
  field("bill", "number"),
  field("health", "choice", { pii: true }),
  field("old", "choice", { archivedAt: "2026-01-01T00:00:00.000Z" }),
];
const values = {
  roof: "tile",
  interests: ["solar", "battery"],
  owner: false,
  note: "Ana's house",
  bill: 120,
  health: "good",
  old: "x",
  gone: "y",
};

test("scores learn from choices that are in use and no personal data", () => {
  expect(learnedChoices(values, fields)).toEqual({
    roof: "tile",
    interests: ["solar", "battery"],
    owner: false,
  });
  expect(learnedChoices({ roof: null, owner: 3 }, fields)).toEqual({});
});

test("a choice is a category, and each of several a feature of its own", () => {
  const facts: ScoringFacts = {
    type: "lead",
    status: "new",
    sources: [],
    optedOut: false,
    consented: false,
    createdAt: 0,
    tags: [],
    choices: learnedChoices(values, fields),
    language: null,
    region: null,
  };
  expect(collectFeatures({ facts, history: emptyHistory, now: 0 })).toMatchObject({
    "field:roof": "tile",
    "field:owner": "no",
    "field:interests:solar": 1,
    "field:interests:battery": 1,
  });
});
