import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { connectedText, formPost, responseCheck, singleRequestTest } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

const label = "LinkedIn";
const checkToken = responseCheck(label, z.object({ access_token: z.string().min(1) }), () => connectedText);

/** The answer to an app with the right id and secret that may not use the client-credentials flow. */
const flowDisabled = z.object({ error: z.enum(["access_denied", "unauthorized_client"]) });

export const checkLinkedin = (response: VendorResponse): TestResult =>
  response.status >= 400 && flowDisabled.safeParse(response.json).success
    ? testPassed({
        en: "Credentials accepted, flow not enabled",
        es: "Credenciales aceptadas, flujo no habilitado",
      })
    : checkToken(response);

export const linkedin = defineConnector({
  id: "linkedin",
  label,
  group: "social",
  settings: z.strictObject({
    clientId: z.string().trim().min(1).max(200).meta({ title: "Client ID" }),
    clientSecret: secret("Client Secret"),
  }),
  baseUrl: () => "https://www.linkedin.com",
  allow: "public",
  sample: { clientId: "client1", clientSecret: "sandbox" },
  test: singleRequestTest(
    label,
    ({ clientId, clientSecret }) => ({
      path: "/oauth/v2/accessToken",
      ...formPost({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret ?? "",
      }),
    }),
    checkLinkedin,
  ),
});
