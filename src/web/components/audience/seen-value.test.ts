import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import type { AudienceField } from "#contract/audiences.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import en from "#web/locales/en.json" with { type: "json" };
import { seenValue } from "./seen-value.ts";

let wording: Wording;

beforeAll(async () => {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: "en",
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  wording = { i18n, format: { locale: "en-US", dateTime: (instant) => `at ${instant}`, number: String } };
});

const field = (id: string, kind: AudienceField["kind"]): AudienceField => ({
  id,
  group: "person",
  kind,
  label: null,
  choices: null,
});

test.each([
  ["status", "choice", "new", "New"],
  ["status", "choice", null, "unknown"],
  ["intent", "number", 71, "71"],
  ["opted_out", "yes_no", false, "no"],
  ["tags", "set", [], "unknown"],
  ["tags", "set", ["vip", "solar"], "vip, solar"],
  ["created_at", "instant", 0, "at 1970-01-01T00:00:00.000Z"],
  ["created_at", "instant", "nonsense", "nonsense"],
] as const)("what was seen of %s (%s), %j, reads “%s”", (id, kind, seen, text) => {
  expect(seenValue(field(id, kind), seen, wording)).toBe(text);
});

test("a value of a field that no longer exists is shown as it is", () => {
  expect(seenValue(undefined, "x", wording)).toBe("x");
  expect(seenValue(undefined, { a: 1 }, wording)).toBe('{"a":1}');
});
