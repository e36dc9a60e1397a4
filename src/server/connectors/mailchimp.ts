import * as z from "zod";
import { blankable, defineConnector, optionalSecret, perSecond, secret, vendorId } from "./connector.ts";
import { basicAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Mailchimp";

export const checkMailchimp = responseCheck(
  label,
  z.object({ health_status: z.string() }),
  ({ health_status: status }) => status,
);

export const mailchimp = defineConnector({
  id: "mailchimp",
  label,
  group: "email",
  settings: z.strictObject({
    // The end of the key becomes part of the host name, so only a data centre is accepted there.
    apiKey: secret("API Key", z.string().regex(/^\s*[\w]+-[a-z]{2,4}\d{1,3}\s*$/)),
    listId: blankable(vendorId("Audience ID")),
    /** Mailchimp signs no webhooks: this key is part of their address. */
    webhookKey: optionalSecret("Webhook key"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: ({ apiKey }) => `https://${(apiKey ?? "").split("-").at(-1)}.api.mailchimp.com`,
  allow: "public",
  sample: { apiKey: "sandbox-us21", listId: "list1" },
  callbackSecrets: ["webhookKey"],
  test: singleRequestTest(
    label,
    ({ apiKey }) => ({ path: "/3.0/ping", headers: basicAuth("faro", apiKey ?? "") }),
    checkMailchimp,
  ),
});
