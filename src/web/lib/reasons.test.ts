import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { verdictText } from "#domain/integrations/chat-texts.ts";
import { languages } from "#domain/language.ts";
import { type ReasonCode, reasonTones } from "#domain/reason.ts";
import { features } from "#domain/scoring/features.ts";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };
import type { Wording } from "./reason-values.ts";
import { reasonText, shortReason } from "./reasons.ts";

const codes = Object.keys(reasonTones);
const all = [...codes, ...features.map(({ id }) => `score_${id}`)];

const wordings = new Map<string, Wording>();
const wordingIn = (language: string): Wording => wordings.get(language) as Wording;

beforeAll(async () => {
  for (const language of languages) {
    const i18n = i18next.createInstance();
    await i18n.init({
      lng: language,
      fallbackLng: false,
      resources: { en: { translation: en }, es: { translation: es } },
      interpolation: { escapeValue: false },
    });
    const locale = language === "es" ? "es-PR" : "en-US";
    const dates = new Intl.DateTimeFormat(locale, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "UTC",
    });
    wordings.set(language, {
      i18n,
      format: {
        locale,
        dateTime: (instant) => dates.format(new Date(instant)),
        number: (value) => new Intl.NumberFormat(locale).format(value),
      },
    });
  }
});

describe.each(languages)("reasons in %s", (language) => {
  test.each(all)("%s has a text", (code) => {
    const { text } = reasonText({ code }, wordingIn(language));
    expect(wordingIn(language).i18n.exists(`reasons.text.${code}`)).toBe(true);
    expect(text.replace("{{first_name}}", "")).not.toMatch(/_|reasons\.|\{\{/);
    expect(text.length).toBeGreaterThan(3);
  });

  test.each(codes)("%s has a short text", (code) => {
    const text = shortReason(code, wordingIn(language));
    expect(text).not.toContain("_");
    // A chat says it in the same words.
    expect(verdictText({ kind: "refused", reasons: [{ code: code as ReasonCode }] }, language)).toContain(
      text,
    );
  });

  test("an unknown code is shown in readable form", () => {
    expect(reasonText({ code: "brand_new_code" }, wordingIn(language))).toEqual({
      text: "Brand new code",
      tone: "plain",
    });
    for (const code of ["", "__proto__", "constructor", "a.b.c", "{{x}} $t(brand)", "x".repeat(5000)])
      expect(() => reasonText({ code }, wordingIn(language))).not.toThrow();
  });

  test("values of unexpected types do not throw", () => {
    for (const value of [null, undefined, {}, [], "", "nonsense", -1, Number.NaN, 1e300, true]) {
      for (const code of all) {
        const names = ["at", "until", "opens", "zone", "local", "value", "operator", "scope", "channel"];
        const reason = { code, ...Object.fromEntries(names.map((name) => [name, value])) };
        expect(() => reasonText(reason, wordingIn(language))).not.toThrow();
      }
    }
  });
});

describe("the values in a reason", () => {
  const at = Date.UTC(2026, 10, 14, 13, 5);

  test.each([
    [
      { code: "opted_out", scope: "all", source: "keyword", at },
      /^They opted out of everything on Nov 14, 2026/,
    ],
    [
      { code: "quiet_hours", rule: "us_pr", opens: 540, closes: 1260, zone: "America/Puerto_Rico" },
      /the law of Puerto Rico allows 9:00.AM to 9:00.PM/,
    ],
    [{ code: "quiet_day", rule: "us_federal", zone: "America/New_York" }, /by federal law \(Eastern Time\)/],
    [
      { code: "score_crossed", score: "intent", operator: ">=", value: 75, before: null, after: 81 },
      /^Their intent score reached ≥ 75 \(from none to 81\)$/,
    ],
    [{ code: "consent_unmet", field: "dnc", value: false, given: true }, /^They asked not to be contacted$/],
    [
      {
        code: "time_window_unmet",
        value: "mon-fri 9am-5pm",
        local: "sat 10:05",
        zone: "America/Puerto_Rico",
      },
      /^It is Sat 10:05.AM \(.+\), outside of Mon–Fri 9:00.AM–5:00.PM$/,
    ],
    [{ code: "broken_variable", text: "{{ }}" }, /^“{{ }}” is not a variable: write {{first_name}}$/],
    [{ code: "vendor_refused", detail: "21610 $t(brand)" }, /21610 \$t\(brand\)$/],
    [{ code: "message_too_long", unit: "segments", length: 12, most: 10 }, /^The message needs 12 SMS parts/],
  ])("%j in English", (reason, expected) => {
    expect(reasonText(reason, wordingIn("en")).text).toMatch(expected);
  });

  test.each([
    [
      { code: "quiet_hours", rule: "us_la", opens: 480, closes: 1200, zone: "America/Chicago" },
      /la ley de Luisiana permite de 8:00.a\.\sm\. a 8:00.p\.\sm\./,
    ],
    [{ code: "consent_missing", channel: "call", purpose: "marketing" }, /mercadeo por llamadas$/],
    [{ code: "status_unmet", field: "is", value: "qualified", status: "new" }, /^Su etapa es Nuevo y no/],
  ])("%j in Spanish", (reason, expected) => {
    expect(reasonText(reason, wordingIn("es")).text).toMatch(expected);
  });
});
