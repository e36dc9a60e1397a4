import type { AiConnector } from "./ai-vendor.ts";
import { airtable } from "./airtable.ts";
import { anthropic } from "./anthropic.ts";
import { asana } from "./asana.ts";
import { compatible } from "./compatible.ts";
import type { AnyConnector } from "./connector.ts";
import { deepseek } from "./deepseek.ts";
import { elevenlabs } from "./elevenlabs.ts";
import { facebook } from "./facebook.ts";
import { gemini } from "./gemini.ts";
import { gohighlevel } from "./gohighlevel.ts";
import { googleSheets } from "./google-sheets.ts";
import { googleTts } from "./google-tts.ts";
import { grok } from "./grok.ts";
import { hubspot } from "./hubspot.ts";
import { linkedin } from "./linkedin.ts";
import { mailchimp } from "./mailchimp.ts";
import { make } from "./make.ts";
import { maps } from "./maps.ts";
import { n8n } from "./n8n.ts";
import { openai } from "./openai.ts";
import { pipedrive } from "./pipedrive.ts";
import { salesforce } from "./salesforce.ts";
import { sendgrid } from "./sendgrid.ts";
import { slack } from "./slack.ts";
import { smtp } from "./smtp.ts";
import { telegram } from "./telegram.ts";
import { twilio } from "./twilio.ts";
import { whatsapp } from "./whatsapp.ts";
import { x } from "./x.ts";
import { zapier } from "./zapier.ts";
import { zoho } from "./zoho.ts";

/** Every external system, in the order of the settings screen. To add one: its file, and a line here. */
export const connectors: readonly AnyConnector[] = [
  elevenlabs,
  googleTts,
  hubspot,
  salesforce,
  pipedrive,
  zoho,
  gohighlevel,
  airtable,
  googleSheets,
  asana,
  mailchimp,
  sendgrid,
  facebook,
  linkedin,
  x,
  slack,
  zapier,
  telegram,
  make,
  n8n,
  twilio,
  whatsapp,
  maps,
  openai,
  deepseek,
  gemini,
  grok,
  anthropic,
  compatible,
];

const apiKeyGroups: readonly string[] = ["messaging", "maps"];

export const findConnector = (id: string): AnyConnector | undefined =>
  connectors.find((connector) => connector.id === id);

/** SMTP is not in `connectors` because it does not speak HTTP. */
export const apiKeyConnectors: readonly AnyConnector[] = [
  ...connectors.filter(({ group }) => apiKeyGroups.includes(group)),
  smtp,
];
export const integrationConnectors = connectors.filter(
  ({ group }) => group !== "ai" && !apiKeyGroups.includes(group),
);
export const aiConnectors: readonly AiConnector[] = [openai, deepseek, gemini, grok, anthropic, compatible];
