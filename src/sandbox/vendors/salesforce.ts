import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, retryAfterSeconds, sendUnauthorized, type VendorAuth } from "#sandbox/auth.ts";
import { type ContactStore, createContactStore, type StoredContact } from "#sandbox/crm/contact-store.ts";
import { type ContactError, contactFields, findField, refuseValues } from "#sandbox/crm/salesforce-fields.ts";
import {
  compareRows,
  matchesCondition,
  parseSoql,
  queriedFields,
  SoqlError,
  type SoqlQuery,
} from "#sandbox/crm/soql.ts";
import { createOAuthServer } from "#sandbox/oauth.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
  vendorUrl,
} from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.endsWith("/services/oauth2/token");

const isAuthorizePage = (request: FastifyRequest): boolean =>
  request.url.includes("/services/oauth2/authorize");

const failure = (status: number, errorCode: string, message: string): SimulatedResponse => ({
  status,
  body: [{ message, errorCode }],
});
const expired = (): SimulatedResponse => failure(401, "INVALID_SESSION_ID", "Session expired or invalid");
const rateLimited = (status: number): SimulatedResponse =>
  failure(status, "REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded.");

const auth: VendorAuth = {
  credentials: (request) =>
    isAuthorizePage(request)
      ? ["page"]
      : isTokenRequest(request)
        ? [bodyField(request, "client_id"), bodyField(request, "client_secret")]
        : [requestBearerToken(request)],
  unauthorized: (request) =>
    isTokenRequest(request)
      ? {
          status: 400,
          body: { error: "invalid_client", error_description: "invalid client credentials" },
        }
      : expired(),
  rateLimited: () => rateLimited(429),
  notFound: () => failure(404, "NOT_FOUND", "The requested resource does not exist"),
};

/** Salesforce writes the zone without a colon, and counts whole seconds. */
const writeInstant = (ms: number): string =>
  new Date(Math.floor(ms / 1000) * 1000).toISOString().replace("Z", "+0000");

type Cell = string | number | boolean | null;

const readCell = ({ id, values, createdAt, updatedAt, deletedAt }: StoredContact, name: string): Cell => {
  switch (name.toLowerCase()) {
    case "id":
      return id;
    case "isdeleted":
      return deletedAt !== null;
    case "createddate":
      return Math.floor(createdAt / 1000) * 1000;
    case "systemmodstamp":
      return Math.floor(updatedAt / 1000) * 1000;
    case "name":
      return [values.FirstName, values.LastName].filter(Boolean).join(" ");
    default: {
      const known = findField(name);
      return ((known && values[known.name]) ?? (known?.type === "boolean" ? false : null)) as Cell;
    }
  }
};

const present = (request: FastifyRequest, contact: StoredContact, names: readonly string[]): object => ({
  attributes: { type: "Contact", url: `${request.url.split("/sobjects")[0]}/sobjects/Contact/${contact.id}` },
  ...Object.fromEntries(
    names.map((name) => {
      const known = findField(name);
      const value = readCell(contact, name);
      return [
        known?.name ?? name,
        known?.type === "datetime" && typeof value === "number" ? writeInstant(value) : value,
      ];
    }),
  ),
});

const runQuery = (
  request: FastifyRequest,
  contacts: ContactStore,
  text: string,
  withDeleted: boolean,
): SimulatedResponse | object => {
  let query: SoqlQuery;
  try {
    query = parseSoql(text);
  } catch (error) {
    return failure(400, "MALFORMED_QUERY", error instanceof SoqlError ? error.message : "malformed query");
  }
  if (query.from.toLowerCase() !== "contact")
    return failure(400, "INVALID_TYPE", `sObject type '${query.from}' is not supported.`);
  const unknown = queriedFields(query).find((name) => !findField(name));
  if (unknown)
    return failure(
      400,
      "INVALID_FIELD",
      `\nSELECT ${unknown}\n^\nERROR at Row:1:Column:8\nNo such column '${unknown}' on entity 'Contact'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`,
    );
  const { where, order, limit } = query;
  const found = contacts
    .all()
    .filter(
      (contact) =>
        (withDeleted || contact.deletedAt === null) &&
        (!where || matchesCondition(where, (name) => readCell(contact, name))),
    );
  const sorted =
    order.length > 0
      ? found.toSorted((a, b) =>
          compareRows(
            order,
            (name) => readCell(a, name),
            (name) => readCell(b, name),
          ),
        )
      : found;
  if (query.isCount) return { totalSize: found.length, done: true, records: [] };
  const records = sorted.slice(0, limit ?? 2000);
  return {
    totalSize: records.length,
    done: true,
    records: records.map((contact) => present(request, contact, query.fields)),
  };
};

type Incoming = Record<string, unknown> & { attributes?: unknown; id?: string; Id?: string };
type Saved = { id: string | null; success: boolean; errors: ContactError[]; created?: boolean };

/** The values under the names that Salesforce gives its fields. */
const namedValues = ({ attributes, id, Id, ...values }: Incoming): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [findField(name)?.name ?? name, value]));

const refusedWith = (error: ContactError): Saved => ({ id: null, success: false, errors: [error] });

const save = (contacts: ContactStore, record: Incoming, contact: StoredContact | undefined): Saved => {
  const values = namedValues(record);
  const refused = refuseValues(values, !contact);
  if (refused) return refusedWith(refused);
  if (!contact) return { id: contacts.create(values).id, success: true, errors: [], created: true };
  contacts.update(contact, values);
  return { id: contact.id, success: true, errors: [], created: false };
};

const notFoundError: ContactError = {
  statusCode: "ENTITY_IS_DELETED",
  message: "entity is deleted",
  fields: [],
};

const mountContacts = (app: FastifyInstance, contacts: ContactStore): void => {
  const path = "/services/data/:version/sobjects/Contact";
  const alive = (id: string): StoredContact | undefined => {
    const contact = contacts.get(id);
    return contact?.deletedAt === null ? contact : undefined;
  };
  const notFound = (reply: FastifyReply) =>
    sendResponse(
      reply,
      failure(404, "NOT_FOUND", "Provided external ID field does not exist or is not accessible"),
    );
  const refuse = (reply: FastifyReply, error: ContactError | undefined) =>
    sendResponse(reply, {
      status: 400,
      body: [{ message: error?.message, errorCode: error?.statusCode, fields: error?.fields }],
    });
  app.get(`${path}/describe`, async () => ({ name: "Contact", label: "Contact", fields: contactFields }));
  app.post(path, async (request, reply) => {
    const saved = save(contacts, request.body as Incoming, undefined);
    return saved.success ? sendResponse(reply, { status: 201, body: saved }) : refuse(reply, saved.errors[0]);
  });
  app.get(`${path}/:id`, async (request, reply) => {
    const contact = alive(pathParam(request, "id"));
    return contact
      ? present(
          request,
          contact,
          contactFields.map(({ name }) => name),
        )
      : notFound(reply);
  });
  app.patch(`${path}/:id`, async (request, reply) => {
    const contact = alive(pathParam(request, "id"));
    if (!contact) return notFound(reply);
    const saved = save(contacts, request.body as Incoming, contact);
    return saved.success ? reply.code(204).send() : refuse(reply, saved.errors[0]);
  });
  app.delete(`${path}/:id`, async (request, reply) => {
    const contact = alive(pathParam(request, "id"));
    if (!contact) return notFound(reply);
    contacts.remove(contact);
    return reply.code(204).send();
  });
};

const maxCollection = 200;

const mountCollections = (app: FastifyInstance, contacts: ContactStore): void => {
  const path = "/services/data/:version/composite/sobjects";
  const recordsOf = (request: FastifyRequest): Incoming[] =>
    ((request.body ?? {}) as { records?: Incoming[] }).records ?? [];
  const tooMany = (reply: FastifyReply) =>
    sendResponse(reply, failure(400, "LIMIT_EXCEEDED", `record limit reached: ${maxCollection}`));
  app.post(path, async (request, reply) => {
    const records = recordsOf(request);
    return records.length > maxCollection
      ? tooMany(reply)
      : records.map((record) => save(contacts, record, undefined));
  });
  app.patch(path, async (request, reply) => {
    const records = recordsOf(request);
    if (records.length > maxCollection) return tooMany(reply);
    return records.map((record) => {
      const contact = contacts.get(record.id ?? record.Id ?? "");
      return contact?.deletedAt === null ? save(contacts, record, contact) : refusedWith(notFoundError);
    });
  });
  app.patch(`${path}/Contact/:key`, async (request, reply) => {
    const key = findField(pathParam(request, "key"));
    const records = recordsOf(request);
    if (records.length > maxCollection) return tooMany(reply);
    if (!key?.externalId)
      return sendResponse(reply, failure(400, "INVALID_FIELD", "Provided external ID field does not exist"));
    return records.map((record) =>
      save(contacts, record, contacts.find(key.name, String(record[key.name] ?? ""))),
    );
  });
  app.delete(path, async (request) => {
    const ids = (queryParam(request, "ids") ?? "").split(",").filter(Boolean);
    return ids.map((id): Saved => {
      const contact = contacts.get(id);
      if (contact?.deletedAt !== null) return { ...refusedWith(notFoundError), id };
      contacts.remove(contact);
      return { id, success: true, errors: [] };
    });
  });
};

export const salesforce: Vendor = {
  id: "salesforce",
  interruptions: {
    unauthorized: expired,
    "rate-limited": () => ({ ...rateLimited(429), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": () => rateLimited(403),
    "server-error": () => failure(503, "SERVER_UNAVAILABLE", "The server is temporarily unavailable"),
    "false-success": () => ({
      ...failure(200, "UNKNOWN_EXCEPTION", "An unexpected error occurred"),
      status: 200,
    }),
  },
  mount: (app, context) => {
    const tokens = createTokenIssuer("00Dsb000000sand!");
    const contacts = createContactStore(
      (count) => `003sb${String(count + 1).padStart(10, "0")}AAA`,
      ["Email", "Faro_Id__c"],
    );
    contacts.create({
      FirstName: "Marta",
      LastName: "Soto",
      Email: "marta@example.com",
      MailingCity: "Caguas",
    });
    requireCredentials(app, auth);
    const oauth = createOAuthServer(context, "Salesforce", tokens.issue);
    app.get("/services/oauth2/authorize", { config: { isBrowserPage: true } }, (request, reply) =>
      oauth.authorize(request, reply),
    );
    app.post("/services/oauth2/token", async (request, reply) => {
      const isOwn = bodyField(request, "grant_type") === "client_credentials";
      const answer = isOwn ? undefined : oauth.token(request);
      if (answer && !answer.ok)
        return sendResponse(reply, {
          status: 400,
          body: { error: answer.error, error_description: "expired access/refresh token" },
        });
      const { access_token = tokens.issue(), refresh_token } = answer?.tokens ?? {};
      return {
        access_token,
        ...(refresh_token ? { refresh_token } : {}),
        instance_url: vendorUrl(request, "salesforce"),
        id: "https://login.salesforce.com/id/00Dsb000000sandEAA/005sb000000sandAAA",
        token_type: "Bearer",
        scope: "api",
        issued_at: String(Date.now()),
      };
    });
    app.register(async (scope) => {
      scope.addHook("preHandler", async (request, reply) => {
        const token = requestBearerToken(request) ?? "";
        if (!tokens.isValid(token) || oauth.isRefused(token)) return sendUnauthorized(auth, request, reply);
      });
      scope.get("/services/data/:version/limits", async () => ({
        DailyApiRequests: { Max: 15_000, Remaining: 14_871 },
        DataStorageMB: { Max: 5, Remaining: 4 },
      }));
      scope.get("/services/oauth2/userinfo", async () => ({
        user_id: "005sb000000sandAAA",
        organization_id: "00Dsb000000sandEAA",
        preferred_username: "sandbox@faro.example",
        name: "Faro Sandbox",
        active: true,
      }));
      for (const name of ["query", "queryAll"])
        scope.get(`/services/data/:version/${name}`, async (request, reply) => {
          if (queryParam(request, "q") === "SELECT Id, Name FROM Organization") {
            const Id = context.settings.accounts.salesforce ?? "00Dsb000000sandEAA";
            return { totalSize: 1, done: true, records: [{ Id, Name: "Faro Sandbox" }] };
          }
          const answer = runQuery(request, contacts, queryParam(request, "q") ?? "", name === "queryAll");
          return "status" in answer ? sendResponse(reply, answer as SimulatedResponse) : answer;
        });
      mountContacts(scope, contacts);
      mountCollections(scope, contacts);
    });
  },
};
