import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import type { AudienceField } from "#contract/audiences.ts";
import { type Audience, audienceFieldKinds, fieldOperators } from "#domain/audience/audience.ts";
import type { Language } from "#domain/language.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };
import { operatorLabel, operatorOptions } from "./audience-labels.ts";
import { audienceSentence } from "./audience-sentence.ts";

const wordings: Partial<Record<Language, Wording>> = {};

beforeAll(async () => {
  for (const language of ["en", "es"] as const) {
    const i18n = i18next.createInstance();
    const resources = { en: { translation: en }, es: { translation: es } };
    await i18n.init({ lng: language, fallbackLng: false, resources, interpolation: { escapeValue: false } });
    const locale = language === "es" ? "es-PR" : "en-US";
    const number = (value: number) => new Intl.NumberFormat(locale).format(value);
    wordings[language] = { i18n, format: { locale, number, dateTime: String } };
  }
});

const field = (
  id: string,
  kind: AudienceField["kind"],
  rest: Partial<AudienceField> = {},
): AudienceField => ({
  id,
  group: "person",
  kind,
  label: null,
  choices: null,
  ...rest,
});

const fields = new Map(
  [
    field("status", "choice", { choices: [{ value: "new", label: null }] }),
    field("owner", "user", { choices: [{ value: "u1", label: "Marisol" }] }),
    field("tags", "set"),
    field("town", "text"),
    field("intent", "number"),
    field("created_at", "instant"),
    field("last_inbound_at.sms", "instant"),
    field("opted_out", "yes_no"),
    field("bucket", "bucket"),
    field("area", "area", { choices: [{ value: "72021", label: "Bayamón, PR" }] }),
    field("distance", "distance"),
    field("field.birthday", "date", { label: { en: "Birthday", es: "Cumpleaños" } }),
    field("event.visit", "count", { label: { en: "Visit", es: "Visita" } }),
    field("broadcast.1", "set", {
      label: { en: "Broadcast “Rebate”", es: "Envío masivo «Reembolso»" },
      choices: ["got", "answered", "reason.opted_out", "channel.sms"].map((value) => ({
        value,
        label: null,
      })),
    }),
    field("segment.1", "reference", { label: { en: "Warm leads", es: "Prospectos tibios" } }),
  ].map((one) => [one.id, one]),
);

const say = (language: Language, audience: Audience): string =>
  audienceSentence(audience, fields, wordings[language] as Wording);

const isNew: Audience = { field: "status", op: "is_any_of", value: ["new", "qualified"] };
const isWarm: Audience = { field: "intent", op: ">=", value: 1200 };
const inPonce: Audience = { field: "town", op: "contains", value: "Ponce" };
const lately: Audience = {
  field: "last_inbound_at.sms",
  op: "in_last",
  value: { last: 7, unit: "days" },
};

const near = (distance: number, unit: "km" | "mi") => ({
  distance,
  unit,
  latitude: 18,
  longitude: -66.6,
  label: "Ponce",
});

describe("an audience in words", () => {
  test.each<[Audience, string, string]>([
    [{ everybody: true }, "All people", "Todas las personas"],
    [isNew, "Stage is New or Qualified", "Etapa es Nuevo o Calificado"],
    [
      {
        all: [
          { field: "broadcast.1", op: "has_any", value: ["got"] },
          { not: { field: "broadcast.1", op: "has_any", value: ["answered"] } },
        ],
      },
      "Broadcast “Rebate”: Got it and Broadcast “Rebate”: not Replied",
      "Envío masivo «Reembolso»: Lo recibió y Envío masivo «Reembolso»: no Respondió",
    ],
    [
      { field: "broadcast.1", op: "has_all", value: ["reason.opted_out", "channel.sms", "reason.none"] },
      "Broadcast “Rebate”: Opted out, SMS, and No reason to hold or stop",
      "Envío masivo «Reembolso»: Pidió la baja, SMS y Sin motivo de espera ni de detención",
    ],
    [
      { not: isNew },
      "Stage is not New or Qualified (or unknown)",
      "Etapa no es Nuevo o Calificado (o sin dato)",
    ],
    [
      { all: [isNew, { any: [isWarm, inPonce] }] },
      "Stage is New or Qualified and (Intent score is at least 1,200 or Town contains “Ponce”)",
      "Etapa es Nuevo o Calificado y (Puntuación de intención es al menos 1,200 o Municipio contiene «Ponce»)",
    ],
    [
      { not: { any: [isWarm, inPonce] } },
      "None of (Intent score is at least 1,200; Town contains “Ponce”)",
      "Nada de (Puntuación de intención es al menos 1,200; Municipio contiene «Ponce»)",
    ],
    [
      { not: { all: [inPonce] } },
      "Town does not contain “Ponce” (or unknown)",
      "Municipio no contiene «Ponce» (o sin dato)",
    ],
    [
      lately,
      "Last message received (SMS) is in the last 7 days",
      "Último mensaje recibido (SMS): en los últimos 7 días",
    ],
    [
      { field: "owner", op: "is_any_of", value: ["me", "u1"] },
      "Owner is Me or Marisol",
      "Responsable es Yo o Marisol",
    ],
    [
      { field: "tags", op: "has_all", value: ["vip", "solar"] },
      "Tags include vip and solar",
      "Etiquetas incluyen vip y solar",
    ],
    [
      { field: "created_at", op: "between", value: ["2026-01-01", "2026-01-31"] },
      "Added is between Jan 1, 2026 and Jan 31, 2026",
      "Fecha de alta está entre 1 ene 2026 y 31 ene 2026",
    ],
    [
      { field: "field.birthday", op: "day_and_month_is", value: "12-24" },
      "Birthday is on December 24 of any year",
      "Cumpleaños es el 24 de diciembre de cualquier año",
    ],
    [
      { field: "event.visit", op: ">=", value: 2, within: { last: 30, unit: "days" } },
      "Visit at least 2 times in the last 30 days",
      "Visita al menos 2 veces en los últimos 30 días",
    ],
    [
      { field: "event.visit", op: "=", value: 0, within: { last: 1, unit: "weeks" } },
      "Visit: never in the last week",
      "Visita: nunca en la última semana",
    ],
    [{ not: { field: "segment.1", op: "in" } }, "Not in Warm leads", "No en Prospectos tibios"],
    [{ field: "opted_out", op: "is_true" }, "Opted out: yes", "Dada de baja: sí"],
    [
      { field: "area", op: "is_any_of", value: ["72021"] },
      "Area (county or municipality) is Bayamón, PR",
      "Zona (condado o municipio) es Bayamón, PR",
    ],
    [
      { field: "distance", op: "within_distance", value: near(10, "mi") },
      "Location within 10 miles of Ponce",
      "Ubicación a menos de 10 millas de Ponce",
    ],
    [
      { not: { field: "distance", op: "within_distance", value: near(1, "mi") } },
      "Location not within 1 mile of Ponce (or unknown)",
      "Ubicación no a menos de 1 milla de Ponce (o sin dato)",
    ],
    [
      { field: "distance", op: "within_distance", value: near(2.5, "km") },
      "Location within 2.5 km of Ponce",
      "Ubicación a menos de 2.5 km de Ponce",
    ],
    [
      { field: "bucket", op: "below_percent", value: 10 },
      "In the first 10% at random",
      "En el primer 10% al azar",
    ],
    [{ field: "field.gone", op: "is", value: "x" }, "Invalid condition", "Condición no válida"],
  ])("%j", (audience, english, spanish) => {
    expect(say("en", audience)).toBe(english);
    expect(say("es", audience)).toBe(spanish);
  });

  test("an operator that the field does not take cannot be read", () => {
    expect(say("en", { field: "intent", op: "contains", value: "1" })).toBe("Invalid condition");
  });
});

describe.each(audienceFieldKinds)("the operators of a field of the kind %s", (kind) => {
  test("have a text in both languages, and the opposites say that unknown values belong to them", () => {
    for (const language of ["en", "es"] as const)
      for (const { op, negated } of operatorOptions(kind)) {
        const label = operatorLabel(kind, op, negated, wordings[language] as Wording);
        expect(label).not.toContain("audience.");
        expect(label).not.toBe("");
      }
  });

  test("include each operator once, and an opposite that is in use", () => {
    const plain = operatorOptions(kind).filter(({ negated }) => !negated);
    expect(plain.map(({ op }) => op)).toEqual([...fieldOperators[kind]]);
    for (const op of fieldOperators[kind])
      expect(operatorOptions(kind, { op, negated: true })).toContainEqual({ op, negated: true });
  });
});
