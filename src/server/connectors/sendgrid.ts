import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { bearer, judge, probe } from "./probe.ts";

const label = "SendGrid";

export const judgeSendgrid = judge(label, z.object({ scopes: z.array(z.string()).min(1) }), ({ scopes }) => ({
  en: `${scopes.length} permissions`,
  es: `${scopes.length} permisos`,
}));

export const sendgrid = defineConnector({
  id: "sendgrid",
  label,
  group: "email",
  settings: z.strictObject({ apiKey: secret("API Key") }),
  baseUrl: () => "https://api.sendgrid.com",
  allow: "public",
  sample: { apiKey: "SG.sandbox" },
  test: probe(label, ({ apiKey }) => ({ path: "/v3/scopes", headers: bearer(apiKey) }), judgeSendgrid),
});
