import * as z from "zod";
import {
  blankable,
  defineConnector,
  optionalSecret,
  secret,
  type VendorContext,
  vendorId,
} from "./connector.ts";
import { notConnected } from "./oauth.ts";
import type { OperationResult } from "./operation-result.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { bearerAuth, connectedText, formPost, responseCheck, singleRequestTest } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

const label = "LinkedIn";
const signInHost = "https://www.linkedin.com";
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

/** Versions are switched off after a year, so another one can be entered. */
const defaultVersion = "202606";

export const linkedin = defineConnector({
  id: "linkedin",
  label,
  group: "social",
  settings: z.strictObject({
    clientId: z.string().trim().min(1).max(200).meta({ title: "Client ID" }),
    clientSecret: secret("Client Secret"),
    /** Whose forms of ads report leads. */
    adAccountId: blankable(vendorId("Ad account ID", "512345678")),
    /** Whose forms of the company page report leads. */
    organizationId: blankable(vendorId("Organization ID", "2414183")),
    /** Of LinkedIn's token generator; not needed where an administrator signs in. */
    accessToken: optionalSecret("Access Token").meta({ advanced: true }),
    apiVersion: blankable(
      z
        .string()
        .trim()
        .regex(/^20\d{4}$/)
        .meta({ title: "API version", examples: [defaultVersion] }),
    ).meta({ advanced: true }),
  }),
  baseUrl: () => "https://api.linkedin.com",
  allow: "public",
  sample: {
    clientId: "client1",
    clientSecret: "sandbox",
    accessToken: "sandbox",
    adAccountId: "512345678",
  },
  callbackSecrets: ["clientSecret"],
  oauth: {
    authorize: () => ({ host: signInHost, path: "/oauth/v2/authorization" }),
    token: () => ({ host: signInHost, path: "/oauth/v2/accessToken" }),
    scopes: ["r_marketing_leadgen_automation", "r_ads", "r_organization_admin"],
    scopeSeparator: " ",
  },
  test: singleRequestTest(
    label,
    ({ clientId, clientSecret }) => ({
      host: signInHost,
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

/** The headers of every request: the token of the sign-in or the one that was entered, and the version. */
export const signInToLinkedin = async (
  { settings, accessToken }: Pick<VendorContext<Record<string, unknown>>, "settings" | "accessToken">,
  refused?: string,
): Promise<OperationResult<Record<string, string>>> => {
  const granted = (await accessToken?.(refused)) ?? undefined;
  if (granted && !granted.ok) return granted;
  const token = granted?.value ?? settings.accessToken;
  if (typeof token !== "string") return notConnected(label);
  return {
    ok: true,
    value: {
      ...bearerAuth(token),
      "linkedin-version": String(settings.apiVersion ?? defaultVersion),
      "x-restli-protocol-version": "2.0.0",
    },
  };
};
