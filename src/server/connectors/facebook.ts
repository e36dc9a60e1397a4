import { createHmac } from "node:crypto";
import * as z from "zod";
import { blankable, defineConnector, optionalSecret, secret, vendorId } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Facebook";

export const checkFacebook = responseCheck(
  label,
  z.object({ id: z.string(), name: z.string().optional() }),
  ({ id, name }) => name || id,
);

/** Proves to the Graph API that the sender of a token also knows the secret of its app. */
export const appSecretProof = ({ accessToken, appSecret }: Record<string, unknown>): string =>
  typeof appSecret === "string" && appSecret !== ""
    ? `&appsecret_proof=${createHmac("sha256", appSecret)
        .update(String(accessToken ?? ""))
        .digest("hex")}`
    : "";

export const facebook = defineConnector({
  id: "facebook",
  label,
  group: "social",
  settings: z.strictObject({
    accessToken: secret("Access Token"),
    pageId: blankable(vendorId("Page ID")),
    appSecret: optionalSecret("App Secret"),
    verifyToken: optionalSecret("Verify Token"),
  }),
  baseUrl: () => "https://graph.facebook.com",
  allow: "public",
  sample: { accessToken: "sandbox", pageId: "104455010000001", appSecret: "sandbox", verifyToken: "sandbox" },
  callbackSecrets: ["appSecret", "verifyToken"],
  test: singleRequestTest(
    label,
    (settings) => ({
      path: `/v24.0/me?fields=id,name${appSecretProof(settings)}`,
      headers: bearerAuth(settings.accessToken),
    }),
    checkFacebook,
  ),
});
