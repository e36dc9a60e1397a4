import * as z from "zod";
import { defineConnector, optionalSecret, perSecond, secret } from "./connector.ts";
import { bearerAuth, requestJson, responseCheck } from "./vendor-request.ts";

const label = "HubSpot";

export const checkHubspot = responseCheck(
  label,
  z.object({ portalId: z.number() }),
  ({ portalId }) => `Portal ${portalId}`,
);
const checkContacts = responseCheck(label, z.object({ results: z.array(z.unknown()) }), () => "");

export const hubspot = defineConnector({
  id: "hubspot",
  label,
  group: "crm",
  settings: z.strictObject({
    accessToken: secret("Private app access token"),
    /** Signs the webhooks that report changed contacts. */
    clientSecret: optionalSecret("App client secret"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: () => "https://api.hubapi.com",
  allow: "public",
  sample: { accessToken: "pat-na1-sandbox" },
  callbackSecrets: ["clientSecret"],
  test: async (context) => {
    const headers = bearerAuth(context.settings.accessToken);
    const account = await requestJson(label, context, { path: "/account-info/v3/details", headers });
    if (!account.ok) return account.failure;
    const result = checkHubspot(account.response);
    if (!result.ok) return result;
    // Almost any token may read the account; the product needs one that may read contacts.
    const contacts = await requestJson(label, context, { path: "/crm/v3/objects/contacts?limit=1", headers });
    if (!contacts.ok) return contacts.failure;
    const contactsResult = checkContacts(contacts.response);
    return contactsResult.ok ? result : contactsResult;
  },
});
