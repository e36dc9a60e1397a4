import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "SendGrid";

export const checkSendgrid = responseCheck(
  label,
  z.object({ scopes: z.array(z.string()).min(1) }),
  ({ scopes }) => ({
    en: `${scopes.length} permissions`,
    es: `${scopes.length} permisos`,
  }),
);

export const sendgrid = defineConnector({
  id: "sendgrid",
  label,
  group: "email",
  settings: z.strictObject({ apiKey: secret("API Key") }),
  baseUrl: () => "https://api.sendgrid.com",
  allow: "public",
  sample: { apiKey: "SG.sandbox" },
  test: singleRequestTest(
    label,
    ({ apiKey }) => ({ path: "/v3/scopes", headers: bearerAuth(apiKey) }),
    checkSendgrid,
  ),
});
