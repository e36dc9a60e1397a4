import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import { templateSeeds } from "#domain/messages/seed-templates.ts";
import { variablesIn } from "#domain/messages/template.ts";

/** A message that WhatsApp's operator looked at before anybody may be sent it unasked. Places are numbered. */
export type ApprovedTemplate = {
  name: string;
  language: string;
  category: "UTILITY" | "MARKETING";
  status: "APPROVED" | "REJECTED" | "PAUSED";
  body: string;
  places: number;
};

const numbered = (name: string, language: string, body: string): ApprovedTemplate => {
  const names = variablesIn(body);
  return {
    name,
    language,
    category: name === "appointment_reminder" ? "UTILITY" : "MARKETING",
    status: "APPROVED",
    body: names.reduce(
      (text, variable, at) =>
        text.replaceAll(
          new RegExp(`\\{\\{\\s*${variable.replaceAll(".", "\\.")}\\s*(\\|[^{}]*)?\\}\\}`, "g"),
          `{{${at + 1}}}`,
        ),
      body,
    ),
    places: names.length,
  };
};

const notice = (language: string, body: string): ApprovedTemplate => ({
  name: "outage_notice",
  language,
  category: "UTILITY",
  status: "APPROVED",
  body,
  places: 1,
});

export const templates: readonly ApprovedTemplate[] = [
  ...[...templateSeeds, ...demoTemplates]
    .filter(({ channel }) => channel === "whatsapp")
    .map(({ name, language, body }) => numbered(name, language, body)),
  notice("en", "Hello {{1}}, there is an outage in your area. We will tell you when it ends."),
  notice("es", "Hola {{1}}, hay una avería en su sector. Le avisaremos cuando termine."),
  { ...notice("es", "Oferta para {{1}}"), name: "spring_offer", category: "MARKETING", status: "PAUSED" },
  { ...notice("es", "Gane dinero, {{1}}"), name: "easy_money", category: "MARKETING", status: "REJECTED" },
];

export const findTemplate = (name: string, language: string): ApprovedTemplate | undefined =>
  templates.find((one) => one.name === name && one.language === language);

export const fillTemplate = ({ body }: ApprovedTemplate, values: readonly string[]): string =>
  body.replaceAll(/\{\{(\d+)\}\}/g, (whole, place: string) => values[Number(place) - 1] ?? whole);
