import * as z from "zod";
import { defineConnector, destination, secret } from "./connector.ts";
import { ask, bearer, form, judge } from "./probe.ts";
import { refusalOf } from "./reply.ts";

const label = "Salesforce";
const token = z.object({ access_token: z.string().min(1) });

export const judgeSalesforce = judge(
  label,
  z.object({ DailyApiRequests: z.object({ Max: z.number(), Remaining: z.number() }) }),
  ({ DailyApiRequests: { Remaining, Max } }) => `DailyApiRequests ${Remaining}/${Max}`,
);

export const salesforce = defineConnector({
  id: "salesforce",
  label,
  group: "crm",
  settings: z.strictObject({
    instanceUrl: destination(
      "Instance URL",
      "https://example.my.salesforce.com",
      /^[a-z0-9-]+(\.[a-z0-9-]+)*\.salesforce\.com$/i,
    ),
    clientId: z.string().trim().min(1).max(512).meta({ title: "Client ID" }),
    clientSecret: secret("Client Secret"),
  }),
  baseUrl: ({ instanceUrl }) => new URL(instanceUrl).origin,
  allow: "public",
  sample: {
    instanceUrl: "https://sandbox.my.salesforce.com",
    clientId: "sandbox-client",
    clientSecret: "sandbox",
  },
  test: async (context) => {
    const { clientId, clientSecret } = context.settings;
    const signedIn = await ask(label, context, {
      path: "/services/oauth2/token",
      ...form({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret ?? "",
      }),
    });
    if (!signedIn.ok) return signedIn.verdict;
    const session = signedIn.reply.status < 300 ? token.safeParse(signedIn.reply.json) : undefined;
    if (!session?.success) return refusalOf(label, signedIn.reply);
    const limits = await ask(label, context, {
      path: "/services/data/v60.0/limits",
      headers: bearer(session.data.access_token),
    });
    return limits.ok ? judgeSalesforce(limits.reply) : limits.verdict;
  },
});
