import type { Language } from "#domain/language.ts";

/** `sample` has the length of a long real value, for previews and length checks. */
export type TemplateVariable = {
  name: string;
  of: "person" | "business" | "event" | "message";
  sample: string;
};

export const variables: readonly TemplateVariable[] = [
  { name: "first_name", of: "person", sample: "Maria Isabel" },
  { name: "last_name", of: "person", sample: "Rodriguez" },
  { name: "full_name", of: "person", sample: "Maria Isabel Rodriguez" },
  { name: "customer_name", of: "person", sample: "Maria Isabel Rodriguez" },
  { name: "email", of: "person", sample: "maria.rodriguez@example.com" },
  { name: "phone", of: "person", sample: "+17875550123" },
  { name: "status", of: "person", sample: "qualified" },
  { name: "company_name", of: "business", sample: "Sol del Este Energy" },
  { name: "company_phone", of: "business", sample: "+17875550100" },
  { name: "company_email", of: "business", sample: "hello@company.example" },
  { name: "company_website", of: "business", sample: "https://company.example" },
  { name: "company_address", of: "business", sample: "123 Calle San Francisco, San Juan, PR 00901" },
  { name: "agent_name", of: "business", sample: "Carlos Rivera" },
  { name: "appointment_date", of: "event", sample: "Wednesday, November 18" },
  { name: "appointment_time", of: "event", sample: "10:30 AM" },
  { name: "unsubscribe_link", of: "message", sample: "https://company.example/u/0123456789abcdef0123456789" },
];

/** A field of the event that caused the message, or a custom field of the person. */
const namedField = /^(?:event|field)\.[a-z][a-z0-9_]{0,59}$/;
const byName = new Map(variables.map((variable) => [variable.name, variable]));
const fieldSample = "Example";

export const isVariable = (name: string): boolean => byName.has(name) || namedField.test(name);
/** Samples with words of a language. */
const spanishSamples = new Map([
  ["status", "calificado"],
  ["appointment_date", "miércoles, 18 de noviembre"],
]);
export const variableSample = (name: string, language: Language = "en"): string =>
  (language === "es" ? spanishSamples.get(name) : undefined) ?? byName.get(name)?.sample ?? fieldSample;
