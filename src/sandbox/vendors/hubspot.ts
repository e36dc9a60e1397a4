import { randomUUID } from "node:crypto";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { requestBearerToken, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, category: string, message: string): SimulatedResponse => ({
  status,
  body: { status: "error", message, correlationId: randomUUID(), category },
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () =>
    failure(
      401,
      "INVALID_AUTHENTICATION",
      "Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview",
    ),
  rateLimited: () => failure(429, "RATE_LIMITS", "You have reached your ten_secondly_rolling limit."),
};

export const hubspot: Vendor = {
  id: "hubspot",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/account-info/v3/details", async () => ({
      portalId: 4_455_010,
      accountType: "DEVELOPER_TEST",
      timeZone: "America/Puerto_Rico",
      companyCurrency: "USD",
      additionalCurrencies: [],
      utcOffset: "-04:00",
      utcOffsetMilliseconds: -14_400_000,
      uiDomain: "app.hubspot.com",
      dataHostingLocation: "na1",
    }));
    app.get("/crm/v3/objects/contacts", async () => ({
      results: [
        {
          id: "101",
          properties: { email: "ana@example.com", firstname: "Ana", lastname: "Rivera" },
          createdAt: "2026-01-05T12:00:00.000Z",
          updatedAt: "2026-01-05T12:00:00.000Z",
          archived: false,
        },
      ],
    }));
  },
};
