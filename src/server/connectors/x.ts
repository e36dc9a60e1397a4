import * as z from "zod";
import { blankable, defineConnector, optionalSecret, type VendorContext } from "./connector.ts";
import { notConnected } from "./oauth.ts";
import type { OperationResult } from "./operation-result.ts";
import { vendorFailure } from "./test-result.ts";
import { bearerAuth, requestJson, responseCheck } from "./vendor-request.ts";

const label = "X";

export const checkX = responseCheck(
  label,
  z.object({ data: z.object({ id: z.string(), username: z.string() }) }),
  ({ data }) => `@${data.username}`,
);

type XContext = Pick<VendorContext<Record<string, unknown>>, "settings" | "accessToken">;

/** The token of the sign-in, or the one that was entered. */
const takeToken = async (
  { settings, accessToken }: XContext,
  refused?: string,
): Promise<OperationResult<string>> => {
  const granted = await accessToken?.(refused);
  if (granted) return granted;
  return typeof settings.accessToken === "string"
    ? { ok: true, value: settings.accessToken }
    : notConnected(label);
};

export const signInToX = async (
  context: XContext,
  refused?: string,
): Promise<OperationResult<Record<string, string>>> => {
  const token = await takeToken(context, refused);
  return token.ok ? { ok: true, value: bearerAuth(token.value) } : token;
};

export const x = defineConnector({
  id: "x",
  label,
  group: "social",
  settings: z.strictObject({
    clientId: blankable(z.string().trim().max(200).meta({ title: "Client ID" })),
    clientSecret: optionalSecret("Client Secret"),
    /** Of a user; not needed where an administrator signs in. */
    accessToken: optionalSecret("User access token"),
  }),
  baseUrl: () => "https://api.x.com",
  allow: "public",
  sample: { accessToken: "sandbox" },
  oauth: {
    authorize: () => ({ host: "https://x.com", path: "/i/oauth2/authorize" }),
    token: () => ({ path: "/2/oauth2/token" }),
    clientAuthentication: "basic",
    scopes: ["dm.read", "dm.write", "tweet.read", "users.read", "offline.access"],
    scopeSeparator: " ",
  },
  test: async (context) => {
    const token = await takeToken(context);
    if (!token.ok) return vendorFailure(token.error.message);
    const result = await requestJson(label, context, {
      path: "/2/users/me",
      headers: bearerAuth(token.value),
    });
    return result.ok ? checkX(result.response) : result.failure;
  },
});
