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

export const facebook = defineConnector({
  id: "facebook",
  label,
  group: "social",
  settings: z.strictObject({
    accessToken: secret("Access Token"),
    pageId: blankable(vendorId("Page ID")),
    appSecret: optionalSecret("App Secret"),
  }),
  baseUrl: () => "https://graph.facebook.com",
  allow: "public",
  sample: { accessToken: "sandbox" },
  test: singleRequestTest(
    label,
    ({ accessToken, appSecret }) => {
      const proof = appSecret
        ? `&appsecret_proof=${createHmac("sha256", appSecret)
            .update(accessToken ?? "")
            .digest("hex")}`
        : "";
      return { path: `/v24.0/me?fields=id,name${proof}`, headers: bearerAuth(accessToken) };
    },
    checkFacebook,
  ),
});
