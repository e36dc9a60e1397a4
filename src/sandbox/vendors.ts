import type { Vendor } from "./vendor.ts";
import { airtable } from "./vendors/airtable.ts";
import { anthropic } from "./vendors/anthropic.ts";
import { asana } from "./vendors/asana.ts";
import { compatible } from "./vendors/compatible.ts";
import { deepseek } from "./vendors/deepseek.ts";
import { elevenlabs } from "./vendors/elevenlabs.ts";
import { facebook } from "./vendors/facebook.ts";
import { gemini } from "./vendors/gemini.ts";
import { gohighlevel } from "./vendors/gohighlevel.ts";
import { googleMaps } from "./vendors/google-maps.ts";
import { googleSheets } from "./vendors/google-sheets.ts";
import { googleTts } from "./vendors/google-tts.ts";
import { grok } from "./vendors/grok.ts";
import { hubspot } from "./vendors/hubspot.ts";
import { linkedin } from "./vendors/linkedin.ts";
import { luma } from "./vendors/luma.ts";
import { mailchimp } from "./vendors/mailchimp.ts";
import { make } from "./vendors/make.ts";
import { mapbox } from "./vendors/mapbox.ts";
import { n8n } from "./vendors/n8n.ts";
import { openai } from "./vendors/openai.ts";
import { osm } from "./vendors/osm.ts";
import { pipedrive } from "./vendors/pipedrive.ts";
import { salesforce } from "./vendors/salesforce.ts";
import { sendgrid } from "./vendors/sendgrid.ts";
import { slack } from "./vendors/slack.ts";
import { telegram } from "./vendors/telegram.ts";
import { twilio } from "./vendors/twilio.ts";
import { whatsapp } from "./vendors/whatsapp.ts";
import { x } from "./vendors/x.ts";
import { zapier } from "./vendors/zapier.ts";
import { zoho } from "./vendors/zoho.ts";

/** Every simulated vendor. Add one: a file, and a line here. */
export const vendors: readonly Vendor[] = [
  openai,
  deepseek,
  gemini,
  grok,
  anthropic,
  compatible,
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
  googleMaps,
  mapbox,
  osm,
  luma,
];
