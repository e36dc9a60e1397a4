import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import { templateSeeds } from "#domain/messages/seed-templates.ts";
import { variablesIn } from "#domain/messages/template.ts";

/** A message template as reviewed by Meta, with numbered variables. */
export type WhatsappTemplate = {
  name: string;
  language: string;
  category: "UTILITY" | "MARKETING";
  status: "APPROVED" | "REJECTED" | "PAUSED" | "PENDING";
  body: string;
  variableCount: number;
};

const withNumberedVariables = (name: string, language: string, body: string): WhatsappTemplate => {
  const names = variablesIn(body);
  return {
    name,
    language,
    category: name === "appointment_reminder" ? "UTILITY" : "MARKETING",
    status: "APPROVED",
    body: names.reduce(
      (text, variable, index) =>
        text.replaceAll(
          new RegExp(`\\{\\{\\s*${variable.replaceAll(".", "\\.")}\\s*(\\|[^{}]*)?\\}\\}`, "g"),
          `{{${index + 1}}}`,
        ),
      body,
    ),
    variableCount: names.length,
  };
};

const outageNotice = (language: string, body: string): WhatsappTemplate => ({
  name: "outage_notice",
  language,
  category: "UTILITY",
  status: "APPROVED",
  body,
  variableCount: 1,
});

export const vendorTemplates: readonly WhatsappTemplate[] = [
  ...[...templateSeeds, ...demoTemplates]
    .filter(({ channel }) => channel === "whatsapp")
    .map(({ name, language, body }) => withNumberedVariables(name, language, body)),
  outageNotice("en", "Hello {{1}}, there is an outage in your area. We will tell you when it ends."),
  outageNotice("es", "Hola {{1}}, hay una avería en su sector. Le avisaremos cuando termine."),
  {
    ...outageNotice("es", "Oferta para {{1}}"),
    name: "spring_offer",
    category: "MARKETING",
    status: "PAUSED",
  },
  {
    ...outageNotice("es", "Gane dinero, {{1}}"),
    name: "easy_money",
    category: "MARKETING",
    status: "REJECTED",
  },
];

/** The templates that every account has, and those that were submitted. */
export type TemplateStore = {
  list: () => WhatsappTemplate[];
  find: (name: string, language: string) => WhatsappTemplate | undefined;
  /** By the id that a submission got. */
  findById: (id: string) => WhatsappTemplate | undefined;
  /** Adds a template, or replaces the one of this name and language; returns its id. */
  put: (template: WhatsappTemplate) => string;
};

export const createTemplateStore = (): TemplateStore => {
  const submitted = new Map<string, WhatsappTemplate>();
  const find: TemplateStore["find"] = (name, language) =>
    [...submitted.values(), ...vendorTemplates].find(
      (template) => template.name === name && template.language === language,
    );
  return {
    list: () => [
      ...vendorTemplates.filter(({ name, language }) => !submitted.has(templateId(name, language))),
      ...submitted.values(),
    ],
    find,
    findById: (id) => submitted.get(id),
    put: (template) => {
      const id = templateId(template.name, template.language);
      submitted.set(id, template);
      return id;
    },
  };
};

/** Digits, as ids of Meta's are. */
const templateId = (name: string, language: string): string =>
  String(
    [...`${name} ${language}`].reduce(
      (sum, character) => (sum * 131 + (character.codePointAt(0) ?? 0)) % 900_000_000_000_000,
      7,
    ) + 100_000_000_000_000,
  );

/** What a reviewer finds in a body; null where it can be approved. */
export const reviewTemplate = (body: string): string | null => {
  if (/^\s*\{\{|\}\}\s*$/.test(body)) return "INVALID_FORMAT";
  if (/gane dinero|easy money|dinero fácil|free money/i.test(body)) return "SCAM";
  return /contraseña|password|credit card|tarjeta de crédito/i.test(body) ? "TAG_CONTENT_MISMATCH" : null;
};

export const fillVendorTemplate = ({ body }: WhatsappTemplate, values: readonly string[]): string =>
  body.replaceAll(/\{\{(\d+)\}\}/g, (whole, position: string) => values[Number(position) - 1] ?? whole);
