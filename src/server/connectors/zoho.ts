import * as z from "zod";
import { defineConnector, destinationChoice, secret } from "./connector.ts";
import { formPost, requestJson, responseCheck } from "./vendor-request.ts";
import { describeFailure } from "./vendor-response.ts";

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

const token = z.object({ access_token: z.string().min(1) });

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
    refreshToken: secret("Refresh Token"),
  }),
  baseUrl: ({ dataCenter }) => dataCenters[dataCenter][1],
  allow: "public",
  sample: { clientId: "1000.CLIENT", clientSecret: "sandbox", refreshToken: "1000.sandbox" },
  test: async (context) => {
    const { dataCenter, clientId, clientSecret, refreshToken } = context.settings;
    const tokenResult = await requestJson(label, context, {
      host: dataCenters[dataCenter][0],
      path: "/oauth/v2/token",
      ...formPost({
        grant_type: "refresh_token",
        client_id: clientId,
        client_secret: clientSecret ?? "",
        refresh_token: refreshToken ?? "",
      }),
    });
    if (!tokenResult.ok) return tokenResult.failure;
    // Zoho rejects credentials with status 200.
    const session = token.safeParse(tokenResult.response.json);
    if (!session.success) return describeFailure(label, tokenResult.response);
    const user = await requestJson(label, context, {
      path: "/crm/v8/users?type=CurrentUser",
      headers: { authorization: `Zoho-oauthtoken ${session.data.access_token}` },
    });
    return user.ok ? checkZoho(user.response) : user.failure;
  },
});
