import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { bearerAuth, responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "X";

export const checkX = responseCheck(
  label,
  z.object({ data: z.object({ id: z.string(), username: z.string() }) }),
  ({ data }) => `@${data.username}`,
);

export const x = defineConnector({
  id: "x",
  label,
  group: "social",
  settings: z.strictObject({ accessToken: secret("User access token") }),
  baseUrl: () => "https://api.x.com",
  allow: "public",
  sample: { accessToken: "sandbox" },
  test: singleRequestTest(
    label,
    ({ accessToken }) => ({ path: "/2/users/me", headers: bearerAuth(accessToken) }),
    checkX,
  ),
});
