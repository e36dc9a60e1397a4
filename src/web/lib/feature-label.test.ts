import i18next, { type TFunction } from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { readIntents, readObjections, readTopics } from "#domain/reading/labels.ts";
import { features } from "#domain/scoring/features.ts";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };
import { featureLabel } from "./feature-label.ts";

const translate: Record<string, TFunction> = {};

beforeAll(async () => {
  for (const lng of ["en", "es"]) {
    const i18n = i18next.createInstance();
    const resources = { en: { translation: en }, es: { translation: es } };
    await i18n.init({ lng, fallbackLng: false, resources, interpolation: { escapeValue: false } });
    translate[lng] = i18n.t;
  }
});

const label = (language: "en" | "es", feature: string, category?: string | null): string =>
  featureLabel(translate[language] as TFunction, feature, category);

const known = [
  ...features.map(({ id }) => id),
  ...readTopics.map((topic) => `ask:${topic}`),
  ...readObjections.map((objection) => `objection:${objection}`),
  ...readIntents.map((intent) => `intent:${intent}`),
  "sentiment:negative",
  "sentiment:positive",
  "urgency:soon",
  "urgency:now",
];

describe("the label of a feature", () => {
  test.each(known)("%s exists in both languages", (feature) => {
    const [english, spanish] = [label("en", feature), label("es", feature)];
    for (const text of [english, spanish]) {
      expect(text).not.toContain("feature.");
      expect(text).not.toContain("reading.");
      expect(text).not.toContain(":".concat(feature.split(":")[1] ?? "none"));
    }
    expect(spanish).not.toBe(english);
  });

  test("an event has its name in the reader's language", () => {
    expect(label("es", "event:quote_requested")).toBe("Evento: Cotización solicitada");
  });

  test.each([
    ["event:quote_requested", null, "Event: Quote requested"],
    ["ask:financing", null, "Asked about: Financing"],
    ["tag:VIP 2026", null, "Tag: VIP 2026"],
    ["field:roof_type", "tile", "Roof type: tile"],
    ["field:interests:solar", null, "Interests: solar"],
    ["source", "Facebook ads", "Source: Facebook ads"],
    ["source", "missing", "Source: unknown"],
    ["region", "other", "Region: any other"],
    ["language", "es", "Language: Spanish"],
    ["channel", "whatsapp", "Channel: WhatsApp"],
    ["channel", "voice_agent", "Channel: AI voice agent"],
    ["channel", "web_form", "Channel: Web form"],
    ["channel", undefined, "Channel"],
    ["not_known_yet", null, "Not known yet"],
  ])("%s with category %s is “%s”", (feature, category, text) => {
    expect(label("en", feature, category)).toBe(text);
  });
});
