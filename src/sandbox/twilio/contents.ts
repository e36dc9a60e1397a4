import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fillVendorTemplate, vendorTemplates, type WhatsappTemplate } from "#sandbox/whatsapp-templates.ts";

const contentSid = ({ name, language }: WhatsappTemplate): string =>
  `HX${createHash("md5").update(`${name} ${language}`).digest("hex")}`;
const templatesBySid = new Map(vendorTemplates.map((template) => [contentSid(template), template]));

/** The text of an approved template with its variables; undefined when either is invalid. */
export const renderContent = (sid: string, variables: string | undefined): string | undefined => {
  const template = templatesBySid.get(sid);
  if (template?.status !== "APPROVED") return undefined;
  const parsed = parseVariables(variables ?? "{}");
  if (!parsed) return undefined;
  const values = Array.from({ length: template.variableCount }, (_, index) => parsed[String(index + 1)]);
  return values.every((value) => value !== undefined) ? fillVendorTemplate(template, values) : undefined;
};

const parseVariables = (text: string): Record<string, string> | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
};

const contentResource = (template: WhatsappTemplate) => ({
  sid: contentSid(template),
  friendly_name: template.name,
  language: template.language,
  variables: Object.fromEntries(
    Array.from({ length: template.variableCount }, (_, index) => [String(index + 1), ""]),
  ),
  types: { "twilio/text": { body: template.body } },
  approval_requests: {
    name: template.name,
    category: template.category,
    content_type: "twilio/text",
    status: template.status.toLowerCase(),
    rejection_reason: "",
  },
});

/** Twilio's Content API has its own host; the simulator serves all hosts at one. */
export const mountContents = (app: FastifyInstance): void => {
  app.get("/v1/ContentAndApprovals", async () => ({
    contents: vendorTemplates.map(contentResource),
    meta: { page: 0, page_size: 50, key: "contents", previous_page_url: null, next_page_url: null },
  }));
};
