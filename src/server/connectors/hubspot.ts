import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { ask, bearer, judge } from "./probe.ts";

const label = "HubSpot";

export const judgeHubspot = judge(
  label,
  z.object({ portalId: z.number() }),
  ({ portalId }) => `Portal ${portalId}`,
);
const judgeContacts = judge(label, z.object({ results: z.array(z.unknown()) }), () => "");

export const hubspot = defineConnector({
  id: "hubspot",
  label,
  group: "crm",
  settings: z.strictObject({ accessToken: secret("Private app access token") }),
  baseUrl: () => "https://api.hubapi.com",
  allow: "public",
  sample: { accessToken: "pat-na1-sandbox" },
  test: async (context) => {
    const headers = bearer(context.settings.accessToken);
    const account = await ask(label, context, { path: "/account-info/v3/details", headers });
    if (!account.ok) return account.verdict;
    const verdict = judgeHubspot(account.reply);
    if (!verdict.ok) return verdict;
    // The account answers to almost any token; whether it may see contacts is what matters.
    const contacts = await ask(label, context, { path: "/crm/v3/objects/contacts?limit=1", headers });
    if (!contacts.ok) return contacts.verdict;
    const reads = judgeContacts(contacts.reply);
    return reads.ok ? verdict : reads;
  },
});
