import { createSign, generateKeyPairSync } from "node:crypto";
import * as z from "zod";
import { blankable, defineConnector, secret, vendorId } from "./connector.ts";
import { vendorFailure } from "./test-result.ts";
import { bearerAuth, formPost, requestJson, responseCheck } from "./vendor-request.ts";
import { describeFailure } from "./vendor-response.ts";

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
    const { serviceAccount, spreadsheetId } = context.settings;
    const assertion = signedClaim(serviceAccount ?? "", Math.floor(Date.now() / 1000));
    if (!assertion) {
      return vendorFailure({
        en: "This is not the JSON of a service account: client_email and a usable private_key are needed",
        es: "Esto no es el JSON de una cuenta de servicio: se necesitan client_email y una private_key válida",
      });
    }
    const tokenResult = await requestJson(label, context, {
      host: tokenHost,
      path: "/token",
      ...formPost({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    });
    if (!tokenResult.ok) return tokenResult.failure;
    const session = token.safeParse(tokenResult.response.json);
    if (!session.success) return describeFailure(label, tokenResult.response);
    const sheet = await requestJson(label, context, {
      path: `/v4/spreadsheets/${spreadsheetId}?fields=properties.title`,
      headers: bearerAuth(session.data.access_token),
    });
    return sheet.ok ? checkGoogleSheets(sheet.response) : sheet.failure;
  },
});
