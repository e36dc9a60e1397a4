import * as z from "zod";
import {
  defineConnector,
  destinationChoice,
  optionalSecret,
  perSecond,
  secret,
  type VendorContext,
} from "./connector.ts";
import { type AnyOAuthFlow, notConnected, refreshTokens } from "./oauth.ts";
import type { OperationResult } from "./operation-result.ts";
import { vendorFailure } from "./test-result.ts";
import { requestJson, responseCheck } from "./vendor-request.ts";

const label = "Zoho CRM";

/** Each data centre has its own pair of hosts. */
const dataCenters = {
  com: ["https://accounts.zoho.com", "https://www.zohoapis.com"],
  eu: ["https://accounts.zoho.eu", "https://www.zohoapis.eu"],
  in: ["https://accounts.zoho.in", "https://www.zohoapis.in"],
  "com.au": ["https://accounts.zoho.com.au", "https://www.zohoapis.com.au"],
  jp: ["https://accounts.zoho.jp", "https://www.zohoapis.jp"],
  ca: ["https://accounts.zohocloud.ca", "https://www.zohoapis.ca"],
  sa: ["https://accounts.zoho.sa", "https://www.zohoapis.sa"],
} as const;
type DataCenter = keyof typeof dataCenters;
const dataCenterIds = Object.keys(dataCenters) as [DataCenter, ...DataCenter[]];

export const checkZoho = responseCheck(
  label,
  z.object({ users: z.array(z.object({ full_name: z.string(), email: z.string().optional() })).min(1) }),
  ({ users: [user] }) => (user?.email ? `${user.full_name}, ${user.email}` : (user?.full_name ?? "")),
);

export const zoho = defineConnector({
  id: "zoho",
  label,
  group: "crm",
  settings: z.strictObject({
    dataCenter: destinationChoice("Data center", dataCenterIds, "com"),
    clientId: z.string().trim().min(1).max(512).meta({ title: "Client ID" }),
    clientSecret: secret("Client Secret"),
    /** Of a self client; not needed where an administrator signs in. */
    refreshToken: optionalSecret("Refresh Token"),
    requestsPerSecond: perSecond("Requests per second"),
  }),
  baseUrl: ({ dataCenter }) => dataCenters[dataCenter][1],
  allow: "public",
  sample: { clientId: "1000.CLIENT", clientSecret: "sandbox", refreshToken: "1000.sandbox" },
  oauth: {
    authorize: ({ dataCenter }) => ({ host: dataCenters[dataCenter][0], path: "/oauth/v2/auth" }),
    token: ({ dataCenter }) => ({ host: dataCenters[dataCenter][0], path: "/oauth/v2/token" }),
    scopes: [
      "ZohoCRM.modules.contacts.ALL",
      "ZohoCRM.settings.fields.ALL",
      "ZohoCRM.coql.READ",
      "ZohoCRM.users.READ",
      "ZohoCRM.org.READ",
      "ZohoCRM.notifications.ALL",
    ],
    scopeSeparator: ",",
    // Without both, Zoho grants no refresh token.
    parameters: { access_type: "offline", prompt: "consent" },
  },
  test: async (context) => {
    const session = await authorizeZoho(context);
    if (!session.ok) return vendorFailure(session.error.message);
    const user = await requestJson(label, context, {
      path: "/crm/v8/users?type=CurrentUser",
      headers: { authorization: `Zoho-oauthtoken ${session.value}` },
    });
    return user.ok ? checkZoho(user.response) : user.failure;
  },
});

/** An access token: of the sign-in, or of the refresh token that an administrator entered. */
export const authorizeZoho = async (
  context: Pick<VendorContext<Record<string, unknown>>, "send" | "settings" | "accessToken">,
  refused?: string,
): Promise<OperationResult<string>> => {
  const granted = await context.accessToken?.(refused);
  if (granted) return granted;
  const { refreshToken } = context.settings;
  if (typeof refreshToken !== "string") return notConnected(label);
  const tokens = await refreshTokens(label, zoho.oauth as AnyOAuthFlow, context, refreshToken);
  return tokens.ok ? { ok: true, value: tokens.value.accessToken } : tokens;
};
