import type { FastifyRequest } from "fastify";
import { accessTokens } from "#sandbox/access-tokens.ts";
import { googleDoor, googleError, googleKeyOf } from "#sandbox/google.ts";
import { type Door, guard } from "#sandbox/guard.ts";
import { bearerOf, bodyOf, paramOf, queryOf, send, type Vendor } from "#sandbox/vendor.ts";

const isTokenCall = (request: FastifyRequest): boolean => request.url === "/google-sheets/token";

/** What a service account claims. Its signature cannot be checked: nobody gave us its public half. */
const claimsOf = (assertion: string): Record<string, unknown> => {
  try {
    const [head = "", claims = "", signature] = assertion.split(".");
    const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return signature && parse(head).alg === "RS256" ? parse(claims) : {};
  } catch {
    return {};
  }
};
const accountOf = (request: FastifyRequest): string | undefined => {
  const { iss, scope, aud, exp } = claimsOf(bodyOf(request, "assertion") ?? "");
  const complete = scope && String(aud).endsWith("/token") && Number(exp) > Date.now() / 1000;
  return complete && typeof iss === "string" ? iss : undefined;
};

const google = googleDoor("sheets.googleapis.com");
const door: Door = {
  ...google,
  credentials: (request) => (isTokenCall(request) ? [accountOf(request)] : google.credentials(request)),
  refuse: (request, missing) => {
    if (isTokenCall(request))
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: "Invalid grant: account not found" },
      };
    return bearerOf(request) ? unauthenticated : google.refuse(request, missing);
  },
};
const unauthenticated = googleError(
  401,
  "UNAUTHENTICATED",
  "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
);

export const googleSheets: Vendor = {
  id: "google-sheets",
  mount: (app) => {
    const tokens = accessTokens("ya29.sandbox-");
    guard(app, door);
    app.post("/token", async (request, reply) => {
      if (bodyOf(request, "grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
        return send(reply, { status: 400, body: { error: "unsupported_grant_type" } });
      return { access_token: tokens.issue(), expires_in: 3599, token_type: "Bearer" };
    });
    app.get("/v4/spreadsheets/:id", async (request, reply) => {
      // A key alone reads sheets that are open to everyone.
      if (!googleKeyOf(request) && !tokens.knows(bearerOf(request) ?? ""))
        return send(reply, unauthenticated);
      const id = paramOf(request, "id");
      if (id.includes("bad"))
        return send(reply, googleError(403, "PERMISSION_DENIED", "The caller does not have permission"));
      if (id.includes("missing"))
        return send(reply, googleError(404, "NOT_FOUND", "Requested entity was not found."));
      const properties = { title: "Faro sandbox leads", locale: "en_US", timeZone: "America/Puerto_Rico" };
      return queryOf(request, "fields") === "properties.title"
        ? { properties: { title: properties.title } }
        : { spreadsheetId: id, properties, sheets: [{ properties: { sheetId: 0, title: "Leads" } }] };
    });
  },
};
