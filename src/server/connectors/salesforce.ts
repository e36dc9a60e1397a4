import * as z from "zod";
import { defineConnector, destination, perSecond, secret, type VendorRequest } from "./connector.ts";
import { vendorFailure } from "./test-result.ts";
import { bearerAuth, formPost, requestJson, responseCheck } from "./vendor-request.ts";
import { describeFailure, parseSuccess } from "./vendor-response.ts";

const label = "Salesforce";
export const salesforceToken = z.object({ access_token: z.string().min(1) });

export const salesforceTokenRequest = ({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret?: string | null | undefined;
}): VendorRequest => ({
  path: "/services/oauth2/token",
  ...formPost({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret ?? "",
  }),
});

export const checkSalesforce = responseCheck(
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
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: ({ instanceUrl }) => new URL(instanceUrl).origin,
  allow: "public",
  sample: {
    instanceUrl: "https://sandbox.my.salesforce.com",
    clientId: "sandbox-client",
    clientSecret: "sandbox",
  },
  oauth: {
    authorize: () => ({ path: "/services/oauth2/authorize" }),
    token: () => ({ path: "/services/oauth2/token" }),
    scopes: ["api", "refresh_token"],
    scopeSeparator: " ",
  },
  test: async (context) => {
    const granted = await context.accessToken?.();
    if (granted && !granted.ok) return vendorFailure(granted.error.message);
    let token = granted?.value;
    if (token === undefined) {
      const tokenResult = await requestJson(label, context, salesforceTokenRequest(context.settings));
      if (!tokenResult.ok) return tokenResult.failure;
      const session = parseSuccess(salesforceToken, tokenResult.response);
      if (!session) return describeFailure(label, tokenResult.response);
      token = session.access_token;
    }
    const limits = await requestJson(label, context, {
      path: "/services/data/v60.0/limits",
      headers: bearerAuth(token),
    });
    return limits.ok ? checkSalesforce(limits.response) : limits.failure;
  },
});
