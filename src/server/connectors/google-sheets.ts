import { createSign, generateKeyPairSync } from "node:crypto";
import * as z from "zod";
import { blankable, defineConnector, secret, type VendorContext, vendorId } from "./connector.ts";
import { operationRequest } from "./operation.ts";
import type { OperationResult } from "./operation-result.ts";
import { vendorFailure } from "./test-result.ts";
import { bearerAuth, formPost, requestJson, responseCheck } from "./vendor-request.ts";

const label = "Google Sheets";
const tokenHost = "https://oauth2.googleapis.com";
const token = z.object({ access_token: z.string().min(1) });

const account = z.object({ client_email: z.string().min(1), private_key: z.string().min(1) });

export const checkGoogleSheets = responseCheck(
  label,
  z.object({ properties: z.object({ title: z.string() }) }),
  ({ properties }) => properties.title,
);

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const tokenLifetimeSeconds = 3600;

/** The JWT that Google exchanges for an access token; undefined when the account's JSON is unusable. */
export const signedClaim = (json: string, nowSeconds: number): string | undefined => {
  try {
    const { client_email: email, private_key: key } = account.parse(JSON.parse(json));
    const claim = [
      encoded({ alg: "RS256", typ: "JWT" }),
      encoded({
        iss: email,
        scope: "https://www.googleapis.com/auth/spreadsheets",
        aud: `${tokenHost}/token`,
        iat: nowSeconds,
        exp: nowSeconds + tokenLifetimeSeconds,
      }),
    ].join(".");
    return `${claim}.${createSign("RSA-SHA256").update(claim).sign(key, "base64url")}`;
  } catch {
    return undefined;
  }
};

let sampleAccount: string | undefined;

export const googleSheets = defineConnector({
  id: "google-sheets",
  label,
  group: "data",
  settings: z.strictObject({
    serviceAccount: secret("Service account JSON"),
    spreadsheetId: vendorId("Spreadsheet ID"),
    sheet: blankable(z.string().trim().max(100).meta({ title: "Sheet" })),
  }),
  baseUrl: () => "https://sheets.googleapis.com",
  allow: "public",
  // The key is generated when first needed, so that none is part of the source code.
  get sample() {
    sampleAccount ??= JSON.stringify({
      client_email: "sandbox@faro.iam.gserviceaccount.com",
      private_key: generateKeyPairSync("rsa", {
        modulusLength: 2048,
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      }).privateKey,
    });
    return { serviceAccount: sampleAccount, spreadsheetId: "spreadsheet1" };
  },
  test: async (context) => {
    const token = await authorizeGoogleSheets(context);
    if (!token.ok) return vendorFailure(token.error.message);
    const sheet = await requestJson(label, context, {
      path: `/v4/spreadsheets/${context.settings.spreadsheetId}?fields=properties.title`,
      headers: bearerAuth(token.value),
    });
    return sheet.ok ? checkGoogleSheets(sheet.response) : sheet.failure;
  },
});

/** Exchanges a claim that the service account signs for an access token. */
export const authorizeGoogleSheets = async (
  context: Pick<VendorContext<Record<string, unknown>>, "send" | "settings">,
): Promise<OperationResult<string>> => {
  const assertion = signedClaim(String(context.settings.serviceAccount ?? ""), Math.floor(Date.now() / 1000));
  if (!assertion) {
    const message = {
      en: "This is not the JSON of a service account: client_email and a usable private_key are needed",
      es: "Esto no es el JSON de una cuenta de servicio: se necesitan client_email y una private_key válida",
    };
    return { ok: false, error: { kind: "auth", message, mayHaveHappened: false } };
  }
  const result = await operationRequest(
    label,
    { ...context, headers: {} },
    {
      host: tokenHost,
      path: "/token",
      ...formPost({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    },
    token,
    // A wrong claim comes with status 400.
    ({ status }) => (status === 400 ? "auth" : undefined),
  );
  return result.ok ? { ok: true, value: result.value.access_token } : result;
};
