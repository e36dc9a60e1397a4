import { createHmac } from "node:crypto";
import * as z from "zod";
import { blankable, defineConnector, optionalSecret, secret, vendorId } from "./connector.ts";
import { bearer, judge, probe } from "./probe.ts";

const label = "Facebook";

export const judgeFacebook = judge(
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
  test: probe(
    label,
    ({ accessToken, appSecret }) => {
      const proof = appSecret
        ? `&appsecret_proof=${createHmac("sha256", appSecret)
            .update(accessToken ?? "")
            .digest("hex")}`
        : "";
      return { path: `/v24.0/me?fields=id,name${proof}`, headers: bearer(accessToken) };
    },
    judgeFacebook,
  ),
});
