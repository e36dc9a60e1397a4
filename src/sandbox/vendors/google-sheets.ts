import type { FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { mountSheetGrid, sheetProperties } from "#sandbox/crm/sheet-grid.ts";
import { googleApiKey, googleAuth, googleError } from "#sandbox/google.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url === "/google-sheets/token";

/** The claims of a service account. The signature is not checked: the simulator has no public key. */
const parseClaims = (assertion: string): Record<string, unknown> => {
  try {
    const [header = "", claims = "", signature] = assertion.split(".");
    const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return signature && parse(header).alg === "RS256" ? parse(claims) : {};
  } catch {
    return {};
  }
};
const serviceAccount = (request: FastifyRequest): string | undefined => {
  const { iss, scope, aud, exp } = parseClaims(bodyField(request, "assertion") ?? "");
  const isComplete = scope && String(aud).endsWith("/token") && Number(exp) > Date.now() / 1000;
  return isComplete && typeof iss === "string" ? iss : undefined;
};

const google = googleAuth("sheets.googleapis.com");
const auth: VendorAuth = {
  ...google,
  credentials: (request) =>
    isTokenRequest(request) ? [serviceAccount(request)] : google.credentials(request),
  unauthorized: (request, missing) => {
    if (isTokenRequest(request))
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: "Invalid grant: account not found" },
      };
    return requestBearerToken(request) ? unauthenticated : google.unauthorized(request, missing);
  },
};
const unauthenticated = googleError(
  401,
  "UNAUTHENTICATED",
  "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
);

const exhausted = googleError(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Read requests'");

export const googleSheets: Vendor = {
  id: "google-sheets",
  interruptions: {
    unauthorized: () => unauthenticated,
    "rate-limited": () => ({ ...exhausted, headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": () => exhausted,
    "server-error": () => googleError(503, "UNAVAILABLE", "The service is currently unavailable."),
    "false-success": () => ({ ...googleError(500, "INTERNAL", "Internal error encountered."), status: 200 }),
  },
  mount: (app) => {
    const tokens = createTokenIssuer("ya29.sandbox-");
    requireCredentials(app, auth);
    app.post("/token", async (request, reply) => {
      if (bodyField(request, "grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
        return sendResponse(reply, { status: 400, body: { error: "unsupported_grant_type" } });
      return { access_token: tokens.issue(), expires_in: 3599, token_type: "Bearer" };
    });
    app.addHook("preHandler", async (request, reply) => {
      // An API key reads public sheets.
      const isSignedIn = googleApiKey(request) || tokens.isValid(requestBearerToken(request) ?? "");
      if (!isTokenRequest(request) && !isSignedIn) return sendResponse(reply, unauthenticated);
    });
    mountSheetGrid(app);
    app.get("/v4/spreadsheets/:id", async (request, reply) => {
      const id = pathParam(request, "id");
      if (id.includes("bad"))
        return sendResponse(
          reply,
          googleError(403, "PERMISSION_DENIED", "The caller does not have permission"),
        );
      if (id.includes("missing"))
        return sendResponse(reply, googleError(404, "NOT_FOUND", "Requested entity was not found."));
      const properties = { title: "Faro sandbox leads", locale: "en_US", timeZone: "America/Puerto_Rico" };
      return queryParam(request, "fields") === "properties.title"
        ? { properties: { title: properties.title } }
        : { spreadsheetId: id, properties, sheets: [{ properties: sheetProperties }] };
    });
  },
};
