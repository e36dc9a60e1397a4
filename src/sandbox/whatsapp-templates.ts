import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import { templateSeeds } from "#domain/messages/seed-templates.ts";
import { variablesIn } from "#domain/messages/template.ts";

/** A message template as reviewed by Meta, with numbered variables. */
export type WhatsappTemplate = {
  name: string;
  language: string;
  category: "UTILITY" | "MARKETING";
  status: "APPROVED" | "REJECTED" | "PAUSED";
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

export const findVendorTemplate = (name: string, language: string): WhatsappTemplate | undefined =>
  vendorTemplates.find((template) => template.name === name && template.language === language);

export const fillVendorTemplate = ({ body }: WhatsappTemplate, values: readonly string[]): string =>
  body.replaceAll(/\{\{(\d+)\}\}/g, (whole, position: string) => values[Number(position) - 1] ?? whole);
