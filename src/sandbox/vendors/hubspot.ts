import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { createContactStore, type StoredContact } from "#sandbox/crm/contact-store.ts";
import { mountBatches } from "#sandbox/crm/hubspot-batches.ts";
import {
  archive,
  createReporter,
  failure,
  type HubspotAccount,
  type HubspotProperties,
  type HubspotReport,
  portalId,
  present,
  refuse,
  store,
} from "#sandbox/crm/hubspot-contacts.ts";
import { makeProperty, standardProperties } from "#sandbox/crm/hubspot-properties.ts";
import { mountSearch } from "#sandbox/crm/hubspot-search.ts";
import { createOAuthServer } from "#sandbox/oauth.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const unauthorized = (): SimulatedResponse =>
  failure(
    401,
    "INVALID_AUTHENTICATION",
    "Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview",
  );
const rateLimited = (): SimulatedResponse =>
  failure(429, "RATE_LIMITS", "You have reached your ten_secondly_rolling limit.", {
    policyName: "TEN_SECONDLY_ROLLING",
  });

const isSignIn = (request: FastifyRequest): boolean => request.url.startsWith("/hubspot/oauth/");

const auth: VendorAuth = {
  credentials: (request) =>
    isSignIn(request) ? [bodyField(request, "client_id") ?? "page"] : [requestBearerToken(request)],
  unauthorized,
  rateLimited,
};

const mountContacts = (app: FastifyInstance, account: HubspotAccount, report: HubspotReport): void => {
  const path = "/crm/v3/objects/contacts";
  const names = (request: FastifyRequest): string[] => {
    const { properties } = request.query as { properties?: string | string[] };
    return [properties ?? []].flat().flatMap((text) => text.split(",").filter(Boolean));
  };
  const notFound = (): SimulatedResponse => failure(404, "OBJECT_NOT_FOUND", "resource not found");
  const find = (request: FastifyRequest): StoredContact | undefined => {
    const key = queryParam(request, "idProperty");
    const id = pathParam(request, "id");
    const contact = key ? account.contacts.find(key, id) : account.contacts.get(id);
    const isArchived = queryParam(request, "archived") === "true";
    return contact && (contact.deletedAt !== null) === isArchived ? contact : undefined;
  };
  const properties = (request: FastifyRequest): HubspotProperties =>
    ((request.body ?? {}) as { properties?: HubspotProperties }).properties ?? {};

  app.get(path, async (request) => {
    const limit = Math.min(100, Number(queryParam(request, "limit") ?? 10));
    const isArchived = queryParam(request, "archived") === "true";
    const found = account.contacts.page(queryParam(request, "after") ?? null, limit + 1, isArchived);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      results: page.map((contact) => present(contact, names(request), account)),
      ...(found.length > limit && last ? { paging: { next: { after: last.id } } } : {}),
    };
  });
  app.post(path, async (request, reply) => {
    const refused = refuse(account, properties(request), undefined);
    if (refused) return sendResponse(reply, refused);
    const contact = store(account, properties(request), undefined, report);
    return sendResponse(reply, {
      status: 201,
      body: present(contact, Object.keys(properties(request)), account),
    });
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    return contact ? present(contact, names(request), account) : sendResponse(reply, notFound());
  });
  app.patch(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    if (!contact) return sendResponse(reply, notFound());
    const refused = refuse(account, properties(request), contact);
    if (refused) return sendResponse(reply, refused);
    return present(
      store(account, properties(request), contact, report),
      Object.keys(properties(request)),
      account,
    );
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const contact = find(request);
    if (contact) archive(account, contact, report);
    return reply.code(204).send();
  });
  // The one way to set what no property can be written with.
  app.post("/communication-preferences/v3/unsubscribe", async (request, reply) => {
    const contact = account.contacts.find("email", bodyField(request, "emailAddress") ?? "");
    if (!contact) return sendResponse(reply, notFound());
    account.contacts.update(contact, { hs_email_optout: "true" });
    report([
      {
        subscriptionType: "contact.propertyChange",
        objectId: Number(contact.id),
        propertyName: "hs_email_optout",
        propertyValue: "true",
      },
    ]);
    return {
      id: "1",
      name: "Marketing",
      description: "",
      status: "NOT_SUBSCRIBED",
      sourceOfStatus: "SUBSCRIPTION_STATUS",
    };
  });
};

const mountProperties = (app: FastifyInstance, account: HubspotAccount): void => {
  const path = "/crm/v3/properties/contacts";
  const notFound = (): SimulatedResponse => failure(404, "OBJECT_NOT_FOUND", "resource not found");
  app.get(path, async () => ({ results: [...account.properties.values()] }));
  app.get(`${path}/:name`, async (request, reply) => {
    const property = account.properties.get(pathParam(request, "name"));
    return property ?? sendResponse(reply, notFound());
  });
  app.post(path, async (request, reply) => {
    const body = request.body as {
      name: string;
      label: string;
      type: string;
      fieldType: string;
      hasUniqueValue?: boolean;
      options?: { value: string }[];
    };
    if (account.properties.has(body.name))
      return sendResponse(
        reply,
        failure(409, "OBJECT_ALREADY_EXISTS", `A property named '${body.name}' already exists.`),
      );
    const property = makeProperty(body.name, body.label, body.type, body.fieldType, {
      isUnique: body.hasUniqueValue ?? false,
      isCustom: true,
      options: (body.options ?? []).map(({ value }) => value),
    });
    account.properties.set(body.name, property);
    return sendResponse(reply, { status: 201, body: property });
  });
  app.delete(`${path}/:name`, async (request, reply) => {
    const name = pathParam(request, "name");
    account.properties.delete(name);
    account.contacts.dropField(name);
    return reply.code(204).send();
  });
};

export const hubspot: Vendor = {
  id: "hubspot",
  interruptions: {
    unauthorized,
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": rateLimited,
    "server-error": () => failure(500, "INTERNAL_ERROR", "internal error"),
    "false-success": () => ({ ...failure(500, "INTERNAL_ERROR", "internal error"), status: 200 }),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    const account: HubspotAccount = {
      contacts: createContactStore((count) => String(101 + count), ["email", "faro_id"]),
      properties: new Map(standardProperties().map((property) => [property.name, property])),
    };
    account.contacts.create({
      email: "ana@example.com",
      firstname: "Ana",
      lastname: "Rivera",
      city: "Ponce",
    });
    account.contacts.create({
      email: "luis@example.com",
      firstname: "Luis",
      lastname: "Colón",
      phone: "(787) 555-0148",
    });
    const report = createReporter(context);
    const oauth = createOAuthServer(context, "HubSpot", createTokenIssuer("CSandbox").issue);
    app.get("/oauth/authorize", { config: { isBrowserPage: true } }, (request, reply) =>
      oauth.authorize(request, reply),
    );
    app.post("/oauth/v1/token", async (request, reply) => {
      const answer = oauth.token(request);
      if (answer.ok) return { token_type: "bearer", ...answer.tokens };
      const isRefresh = bodyField(request, "grant_type") === "refresh_token";
      return sendResponse(reply, {
        status: 400,
        body: {
          status: isRefresh ? "BAD_REFRESH_TOKEN" : "BAD_AUTH_CODE",
          message: isRefresh ? "missing or invalid refresh token" : "missing or unknown auth code",
          correlationId: randomUUID(),
        },
      });
    });
    app.addHook("preHandler", async (request, reply) => {
      if (oauth.isRefused(requestBearerToken(request) ?? "")) return sendResponse(reply, unauthorized());
    });
    app.get("/account-info/v3/details", async () => ({
      portalId: Number(context.settings.accounts.hubspot ?? portalId),
      accountType: "DEVELOPER_TEST",
      timeZone: "America/Puerto_Rico",
      companyCurrency: "USD",
      additionalCurrencies: [],
      utcOffset: "-04:00",
      utcOffsetMilliseconds: -14_400_000,
      uiDomain: "app.hubspot.com",
      dataHostingLocation: "na1",
    }));
    mountBatches(app, account, report);
    mountSearch(app, account, context);
    mountContacts(app, account, report);
    mountProperties(app, account);
  },
};
