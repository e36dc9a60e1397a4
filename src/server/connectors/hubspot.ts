import * as z from "zod";
import { blankable, defineConnector, optionalSecret, perSecond } from "./connector.ts";
import { vendorFailure } from "./test-result.ts";
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
    /** Of a private app; not needed where an administrator signs in. */
    accessToken: optionalSecret("Private app access token"),
    clientId: blankable(z.string().trim().max(512)).meta({ title: "Client ID" }),
    /** Signs the webhooks that report changed contacts, and belongs to the sign-in. */
    clientSecret: optionalSecret("App client secret"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: () => "https://api.hubapi.com",
  allow: "public",
  sample: { accessToken: "pat-na1-sandbox" },
  callbackSecrets: ["clientSecret"],
  oauth: {
    authorize: () => ({ host: "https://app.hubspot.com", path: "/oauth/authorize" }),
    token: () => ({ path: "/oauth/v1/token" }),
    scopes: [
      "oauth",
      "crm.objects.contacts.read",
      "crm.objects.contacts.write",
      "crm.schemas.contacts.read",
      "crm.schemas.contacts.write",
    ],
    scopeSeparator: " ",
  },
  test: async (context) => {
    const granted = await context.accessToken?.();
    if (granted && !granted.ok) return vendorFailure(granted.error.message);
    const headers = bearerAuth(granted?.value ?? context.settings.accessToken);
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
