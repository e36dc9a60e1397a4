import * as z from "zod";
import { defineConnector, optionalSecret, perSecond, secret } from "./connector.ts";
import { responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Pipedrive";

export const checkPipedrive = responseCheck(
  label,
  z.object({
    success: z.literal(true),
    data: z.object({ name: z.string(), company_name: z.string().nullish() }),
  }),
  ({ data }) => (data.company_name ? `${data.name}, ${data.company_name}` : data.name),
);

export const pipedrive = defineConnector({
  id: "pipedrive",
  label,
  group: "crm",
  settings: z.strictObject({
    apiToken: secret("API Token"),
    /** Pipedrive signs no webhooks: it sends this password. */
    webhookPassword: optionalSecret("Webhook password"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: () => "https://api.pipedrive.com",
  allow: "public",
  sample: { apiToken: "sandbox" },
  callbackSecrets: ["webhookPassword"],
  test: singleRequestTest(
    label,
    ({ apiToken }) => ({ path: "/v1/users/me", headers: { "x-api-token": apiToken ?? "" } }),
    checkPipedrive,
  ),
});
