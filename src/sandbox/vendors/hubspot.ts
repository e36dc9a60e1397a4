import { createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { type ContactStore, createContactStore, type StoredContact } from "#sandbox/crm/contact-store.ts";
import {
  type HubspotProperty,
  makeProperty,
  refuseValue,
  standardProperties,
} from "#sandbox/crm/hubspot-properties.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const portalId = 4_455_010;

const failure = (status: number, category: string, message: string, more = {}): SimulatedResponse => ({
  status,
  body: { status: "error", message, correlationId: randomUUID(), category, ...more },
});

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

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized,
  rateLimited,
};

type Properties = Record<string, string>;
type Account = { contacts: ContactStore; properties: Map<string, HubspotProperty> };
type ContactEvent = {
  subscriptionType: string;
  objectId: number;
  propertyName?: string;
  propertyValue?: string;
};
type BatchInput = { id?: string; idProperty?: string; properties?: Properties };
type Report = (events: ContactEvent[]) => void;

const alwaysShown = ["createdate", "hs_object_id", "lastmodifieddate"];

const present = (contact: StoredContact, names: readonly string[], { properties }: Account): object => {
  const shown = names.length > 0 ? names : ["email", "firstname", "lastname"];
  const values: Record<string, unknown> = {
    createdate: new Date(contact.createdAt).toISOString(),
    hs_object_id: contact.id,
    lastmodifieddate: new Date(contact.updatedAt).toISOString(),
  };
  // Unknown names are left out; known ones without a value are null.
  for (const name of shown)
    if (properties.has(name) && !alwaysShown.includes(name)) values[name] = contact.values[name] ?? null;
  return {
    id: contact.id,
    properties: values,
    createdAt: new Date(contact.createdAt).toISOString(),
    updatedAt: new Date(contact.updatedAt).toISOString(),
    archived: contact.deletedAt !== null,
    ...(contact.deletedAt === null ? {} : { archivedAt: new Date(contact.deletedAt).toISOString() }),
  };
};

/** Why the properties cannot be stored; undefined where they can. */
const refuse = (
  account: Account,
  properties: Properties,
  self: StoredContact | undefined,
): SimulatedResponse | undefined => {
  const wrong = Object.entries(properties).flatMap(([name, value]) => {
    const refused = refuseValue(account.properties.get(name), name, value);
    return refused ? [{ isValid: false, name, localizedErrorMessage: refused.message, ...refused }] : [];
  });
  if (wrong.length > 0)
    return failure(400, "VALIDATION_ERROR", `Property values were not valid: ${JSON.stringify(wrong)}`, {
      errors: wrong.map(({ message, error, name }) => ({
        message,
        code: error,
        context: { propertyName: [name] },
      })),
    });
  const holder = properties.email ? account.contacts.find("email", properties.email) : undefined;
  return holder && holder !== self
    ? failure(409, "CONFLICT", `Contact already exists. Existing ID: ${holder.id}`)
    : undefined;
};

const store = (
  account: Account,
  properties: Properties,
  contact: StoredContact | undefined,
  report: Report,
): StoredContact => {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      value === "" ? null : name === "email" ? value.toLowerCase() : value,
    ]),
  );
  if (!contact) {
    const made = account.contacts.create(values);
    report([{ subscriptionType: "contact.creation", objectId: Number(made.id) }]);
    return made;
  }
  account.contacts.update(contact, values);
  report(
    Object.entries(properties).map(([propertyName, propertyValue]) => ({
      subscriptionType: "contact.propertyChange",
      objectId: Number(contact.id),
      propertyName,
      propertyValue,
    })),
  );
  return contact;
};

/** Tells the business which contacts changed, signed as HubSpot signs (version 3). */
const createReporter = ({ callbacks, settings }: SandboxContext): Report => {
  let eventId = 1;
  return (events) => {
    const url = settings.webhooks.hubspot;
    if (!url || events.length === 0) return;
    const timestamp = String(Date.now());
    const body = JSON.stringify(
      events.map((event) => ({
        eventId: eventId++,
        subscriptionId: 1,
        portalId,
        appId: 1,
        occurredAt: Number(timestamp),
        attemptNumber: 0,
        changeSource: "CRM_UI",
        ...event,
      })),
    );
    const secret = settings.secrets.hubspot ?? "sandbox";
    const signature = createHmac("sha256", secret).update(`POST${url}${body}${timestamp}`).digest("base64");
    void callbacks.post({
      vendor: "hubspot",
      url,
      headers: {
        "content-type": "application/json",
        "x-hubspot-signature-v3": signature,
        "x-hubspot-request-timestamp": timestamp,
      },
      body,
    });
  };
};

const listOf = (request: FastifyRequest): BatchInput[] => {
  const { inputs } = (request.body ?? {}) as { inputs?: BatchInput[] };
  return Array.isArray(inputs) ? inputs : [];
};
const namesOf = (request: FastifyRequest): string[] => {
  const { properties } = (request.body ?? {}) as { properties?: string[] };
  return Array.isArray(properties) ? properties : [];
};

const batchAnswer = (results: object[], errors: object[] = [], status = 200): SimulatedResponse => ({
  status: errors.length > 0 ? 207 : status,
  body: {
    status: "COMPLETE",
    results,
    startedAt: new Date().toISOString(),
    completedAt: new Date().toISOString(),
    ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
  },
});

const missing = (ids: string[]): object => ({
  status: "error",
  category: "OBJECT_NOT_FOUND",
  message: "Could not get some CONTACT objects, they may be deleted or not exist. Check that ids are valid.",
  context: { ids },
});

const maxBatch = 100;
const tooLarge = (): SimulatedResponse =>
  failure(400, "VALIDATION_ERROR", `Batch size limit exceeded: at most ${maxBatch} inputs`);

const mountBatches = (app: FastifyInstance, account: Account, report: Report): void => {
  const path = "/crm/v3/objects/contacts/batch";
  const find = ({ id = "", idProperty }: BatchInput): StoredContact | undefined => {
    const contact = idProperty ? account.contacts.find(idProperty, id) : account.contacts.get(id);
    return contact?.deletedAt === null ? contact : undefined;
  };
  /** One wrong value refuses the whole batch. */
  const writeAll = (
    inputs: BatchInput[],
    plan: (input: BatchInput) => { contact: StoredContact | undefined; properties: Properties },
  ): SimulatedResponse | StoredContact[] => {
    if (inputs.length > maxBatch) return tooLarge();
    const keys = inputs.map(({ id }) => id?.toLowerCase()).filter(Boolean);
    if (new Set(keys).size < keys.length)
      return failure(400, "VALIDATION_ERROR", "Duplicate IDs found in batch input");
    const planned = inputs.map(plan);
    for (const { contact, properties } of planned) {
      const refused = refuse(account, properties, contact);
      if (refused) return refused;
    }
    return planned.map(({ contact, properties }) => store(account, properties, contact, report));
  };
  const answer = (
    reply: FastifyReply,
    request: FastifyRequest,
    written: SimulatedResponse | StoredContact[],
    names: (input: BatchInput) => string[],
    status = 200,
  ) =>
    sendResponse(
      reply,
      Array.isArray(written)
        ? batchAnswer(
            written.map((contact, index) => present(contact, names(listOf(request)[index] ?? {}), account)),
            [],
            status,
          )
        : written,
    );

  app.post(`${path}/read`, async (request, reply) => {
    const { idProperty } = (request.body ?? {}) as { idProperty?: string };
    const inputs = listOf(request);
    if (inputs.length > maxBatch) return sendResponse(reply, tooLarge());
    const asked = inputs.map(({ id = "" }) => ({
      id,
      contact: find({ id, ...(idProperty ? { idProperty } : {}) }),
    }));
    const found = [...new Set(asked.flatMap(({ contact }) => contact ?? []))];
    const lost = asked.filter(({ contact }) => !contact).map(({ id }) => id);
    const names = namesOf(request);
    return sendResponse(
      reply,
      batchAnswer(
        found.map((contact) => present(contact, names, account)),
        lost.length > 0 ? [missing(lost)] : [],
      ),
    );
  });
  const names = ({ properties = {} }: BatchInput): string[] => [...Object.keys(properties), "email"];
  app.post(`${path}/create`, async (request, reply) =>
    answer(
      reply,
      request,
      writeAll(
        listOf(request).map(({ properties = {} }) => ({ properties })),
        ({ properties = {} }) => ({ contact: undefined, properties }),
      ),
      names,
      201,
    ),
  );
  app.post(`${path}/update`, async (request, reply) => {
    const inputs = listOf(request);
    const lost = inputs.filter((input) => !find(input)).map(({ id = "" }) => id);
    if (lost.length > 0 && inputs.length <= maxBatch) {
      const rest = inputs.filter((input) => find(input));
      const written = writeAll(rest, (input) => ({
        contact: find(input),
        properties: input.properties ?? {},
      }));
      if (!Array.isArray(written)) return sendResponse(reply, written);
      return sendResponse(
        reply,
        batchAnswer(
          written.map((contact, index) => present(contact, names(rest[index] ?? {}), account)),
          [missing(lost)],
        ),
      );
    }
    return answer(
      reply,
      request,
      writeAll(inputs, (input) => ({ contact: find(input), properties: input.properties ?? {} })),
      names,
    );
  });
  app.post(`${path}/upsert`, async (request, reply) => {
    const inputs = listOf(request);
    const key = inputs.find(({ idProperty }) => idProperty)?.idProperty ?? "";
    if (key !== "email" && !account.properties.get(key)?.hasUniqueValue)
      return sendResponse(
        reply,
        failure(400, "VALIDATION_ERROR", `Invalid unique property ${key} for upsert`),
      );
    return answer(
      reply,
      request,
      writeAll(inputs, (input) => ({
        contact: find(input),
        properties: { [key]: input.id ?? "", ...input.properties },
      })),
      (input) => [...names(input), key],
    );
  });
  app.post(`${path}/archive`, async (request, reply) => {
    for (const input of listOf(request)) {
      const contact = find(input);
      if (contact) archive(account, contact, report);
    }
    return reply.code(204).send();
  });
};

const archive = ({ contacts }: Account, contact: StoredContact, report: Report): void => {
  contacts.remove(contact);
  report([{ subscriptionType: "contact.deletion", objectId: Number(contact.id) }]);
};

type Filter = { propertyName: string; operator: string; value?: string; values?: string[] };

const readValue = (contact: StoredContact, name: string): string | number | null => {
  if (name === "lastmodifieddate") return contact.updatedAt;
  if (name === "createdate") return contact.createdAt;
  if (name === "hs_object_id") return Number(contact.id);
  const value = contact.values[name];
  return value === undefined || value === null ? null : String(value);
};

const asNumber = (text: string | undefined): number =>
  /^\d+$/.test(text ?? "") ? Number(text) : Date.parse(text ?? "");

const matchesFilter = (
  contact: StoredContact,
  { propertyName, operator, value, values }: Filter,
): boolean => {
  const own = readValue(contact, propertyName);
  const number = typeof own === "number" ? own : Number(own);
  switch (operator) {
    case "EQ":
      return String(own ?? "").toLowerCase() === (value ?? "").toLowerCase();
    case "IN":
      return (values ?? []).some((one) => one.toLowerCase() === String(own ?? "").toLowerCase());
    case "GTE":
      return own !== null && number >= asNumber(value);
    case "GT":
      return own !== null && number > asNumber(value);
    case "LTE":
      return own !== null && number <= asNumber(value);
    case "HAS_PROPERTY":
      return own !== null;
    default:
      return false;
  }
};

const mountSearch = (app: FastifyInstance, account: Account, { settings }: SandboxContext): void => {
  app.post("/crm/v3/objects/contacts/search", async (request, reply) => {
    const body = (request.body ?? {}) as {
      filterGroups?: { filters: Filter[] }[];
      sorts?: { propertyName: string; direction?: string }[];
      limit?: number;
      after?: string;
    };
    const limit = body.limit ?? 10;
    if (limit > 200)
      return sendResponse(reply, failure(400, "VALIDATION_ERROR", "limit must be at most 200"));
    const offset = Number(body.after ?? 0) || 0;
    if (offset + limit > 10_000)
      return sendResponse(
        reply,
        failure(400, "VALIDATION_ERROR", "The search reaches at most 10000 results"),
      );
    const groups = body.filterGroups ?? [];
    // The index is behind the data.
    const indexedUntil =
      settings.indexLagMs > 0 ? Date.now() - settings.indexLagMs : Number.POSITIVE_INFINITY;
    const found = account.contacts
      .all()
      .filter(
        (contact) =>
          contact.deletedAt === null &&
          contact.updatedAt <= indexedUntil &&
          (groups.length === 0 ||
            groups.some(({ filters }) => filters.every((filter) => matchesFilter(contact, filter)))),
      );
    const [sort] = body.sorts ?? [];
    const sign = sort?.direction === "DESCENDING" ? -1 : 1;
    const sorted = sort
      ? found.toSorted((a, b) => {
          const [x, y] = [readValue(a, sort.propertyName) ?? "", readValue(b, sort.propertyName) ?? ""];
          return sign * (x < y ? -1 : x > y ? 1 : 0);
        })
      : found;
    const page = sorted.slice(offset, offset + limit);
    return {
      total: found.length,
      results: page.map((contact) => present(contact, namesOf(request), account)),
      ...(offset + limit < found.length ? { paging: { next: { after: String(offset + limit) } } } : {}),
    };
  });
};

const mountContacts = (app: FastifyInstance, account: Account, report: Report): void => {
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
  const properties = (request: FastifyRequest): Properties =>
    ((request.body ?? {}) as { properties?: Properties }).properties ?? {};

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

const mountProperties = (app: FastifyInstance, account: Account): void => {
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
    const account: Account = {
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
    app.get("/account-info/v3/details", async () => ({
      portalId,
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
