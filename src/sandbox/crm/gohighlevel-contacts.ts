import { randomUUID, sign } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam, queryParam, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { type ContactChange, createContactStore, type StoredContact } from "./contact-store.ts";

export const goHighLevelFailure = (
  statusCode: number,
  message: string,
  error?: string,
): SimulatedResponse => ({
  status: statusCode,
  body: { statusCode, message, ...(error ? { error } : {}), traceId: randomUUID() },
});

type Dnd = Record<string, { status: string; message?: string; code?: string }>;
type Incoming = Record<string, unknown> & {
  locationId?: string;
  email?: string;
  phone?: string;
  dndSettings?: Dnd;
  customFields?: { id: string; field_value: unknown }[];
};

const present = ({ id, values, createdAt, updatedAt }: StoredContact): object => {
  const { custom, ...rest } = values as Record<string, unknown> & { custom?: Record<string, unknown> };
  return {
    id,
    dnd: false,
    ...rest,
    customFields: Object.entries(custom ?? {}).map(([key, value]) => ({ id: key, value })),
    dateAdded: new Date(createdAt).toISOString(),
    dateUpdated: new Date(updatedAt).toISOString(),
    searchAfter: [updatedAt, id],
  };
};

type Filter = { field?: string; operator?: string; value?: unknown; group?: string; filters?: Filter[] };

const matches = (
  contact: StoredContact,
  { field = "", operator, value, group, filters = [] }: Filter,
): boolean => {
  if (group) {
    const test = (filter: Filter): boolean => matches(contact, filter);
    return group === "OR" ? filters.some(test) : filters.every(test);
  }
  if (operator === "range") return contact.updatedAt >= Date.parse((value as { gte: string }).gte);
  return String(contact.values[field] ?? "").toLowerCase() === String(value).toLowerCase();
};

const eventTypes = { created: "ContactCreate", changed: "ContactUpdate", deleted: "ContactDelete" };

/** Reports changed contacts as GoHighLevel does: signed with Ed25519 over the body. */
const createReporter =
  ({ callbacks, settings }: SandboxContext) =>
  ({ id }: StoredContact, change: ContactChange): void => {
    const url = settings.webhooks.gohighlevel;
    const key = settings.secrets.gohighlevel;
    if (!url || !key) return;
    const body = JSON.stringify({
      type: eventTypes[change],
      locationId: "location1",
      id,
      webhookId: randomUUID(),
      timestamp: new Date().toISOString(),
    });
    const signature = sign(null, Buffer.from(body), key).toString("base64");
    void callbacks.post({
      vendor: "gohighlevel",
      url,
      headers: { "content-type": "application/json", "x-ghl-signature": signature },
      body,
    });
  };

export const mountGoHighLevelContacts = (app: FastifyInstance, context: SandboxContext): void => {
  const contacts = createContactStore(
    (count) => `ghlContact${String(count + 1).padStart(10, "0")}`,
    ["email", "phone"],
    createReporter(context),
  );
  contacts.create({ firstName: "Nora", lastName: "Vega", email: "nora@example.com" });
  const alive = (id: string): StoredContact | undefined => {
    const contact = contacts.get(id);
    return contact?.deletedAt === null ? contact : undefined;
  };
  const notFound = (id: string) => goHighLevelFailure(400, `Contact with id ${id} not found`, "Bad Request");
  /** Unknown properties are refused, as the vendor's validation does. */
  const refuse = ({ email, dndSettings }: Incoming, hasLocation: boolean): SimulatedResponse | undefined => {
    if (hasLocation)
      return goHighLevelFailure(422, "property locationId should not exist", "Unprocessable Entity");
    if (email && !email.includes("@"))
      return goHighLevelFailure(422, "email must be an email", "Unprocessable Entity");
    const isWrong = Object.values(dndSettings ?? {}).some(
      ({ status }) => !/^(active|inactive|permanent)$/.test(status),
    );
    return isWrong
      ? goHighLevelFailure(422, "status must be a valid enum value", "Unprocessable Entity")
      : undefined;
  };
  const toValues = ({ customFields, locationId, ...values }: Incoming, before?: StoredContact) => ({
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value])),
    custom: {
      ...(before?.values.custom as object | undefined),
      ...Object.fromEntries((customFields ?? []).map(({ id, field_value }) => [id, field_value])),
    },
  });
  app.get("/locations/:id/customFields", async () => ({
    customFields: [
      { id: "cfRoof", name: "Roof type", fieldKey: "contact.roof_type", dataType: "TEXT" },
      { id: "cfBill", name: "Monthly bill", fieldKey: "contact.monthly_bill", dataType: "MONETORY" },
    ],
  }));
  app.post("/contacts/search", async (request, reply) => {
    const {
      filters = [],
      pageLimit = 20,
      searchAfter,
      locationId,
    } = request.body as {
      filters?: Filter[];
      pageLimit?: number;
      searchAfter?: [number, string];
      locationId?: string;
    };
    if (!locationId) return sendResponse(reply, goHighLevelFailure(422, "locationId must be a string"));
    const found = contacts
      .all()
      .filter((contact) => contact.deletedAt === null && filters.every((filter) => matches(contact, filter)))
      .toSorted((a, b) => a.updatedAt - b.updatedAt);
    const rest = searchAfter ? found.filter(({ updatedAt }) => updatedAt > searchAfter[0]) : found;
    return { contacts: rest.slice(0, pageLimit).map(present), total: found.length, traceId: randomUUID() };
  });
  app.get("/contacts/search/duplicate", async (request) => {
    const email = queryParam(request, "email");
    const number = queryParam(request, "number");
    const found =
      (email ? contacts.find("email", email) : undefined) ??
      (number ? contacts.find("phone", number) : undefined);
    return { contact: found ? present(found) : null, traceId: randomUUID() };
  });
  app.get("/contacts/:id", async (request, reply) => {
    const id = pathParam(request, "id");
    const contact = alive(id);
    return contact ? { contact: present(contact), traceId: randomUUID() } : sendResponse(reply, notFound(id));
  });
  app.post("/contacts/upsert", async (request, reply) => {
    const body = request.body as Incoming;
    const refused = body.locationId
      ? refuse(body, false)
      : goHighLevelFailure(422, "locationId must be a string", "Unprocessable Entity");
    if (refused) return sendResponse(reply, refused);
    const known =
      (body.email ? contacts.find("email", body.email) : undefined) ??
      (body.phone ? contacts.find("phone", body.phone) : undefined);
    if (known) contacts.update(known, toValues(body, known));
    const contact = known ?? contacts.create(toValues(body));
    return { new: !known, contact: present(contact), traceId: randomUUID() };
  });
  app.post("/contacts/", async (request, reply) => {
    const body = request.body as Incoming;
    const refused = body.locationId
      ? refuse(body, false)
      : goHighLevelFailure(422, "locationId must be a string", "Unprocessable Entity");
    if (refused) return sendResponse(reply, refused);
    // As in a location that does not allow duplicates.
    const isKnown =
      (body.email && contacts.find("email", body.email)) ||
      (body.phone && contacts.find("phone", body.phone));
    if (isKnown)
      return sendResponse(
        reply,
        goHighLevelFailure(400, "This location does not allow duplicated contacts.", "Bad Request"),
      );
    return sendResponse(reply, {
      status: 201,
      body: { contact: present(contacts.create(toValues(body))), traceId: randomUUID() },
    });
  });
  app.put("/contacts/:id", async (request, reply) => {
    const id = pathParam(request, "id");
    const body = request.body as Incoming;
    const contact = alive(id);
    const refused = contact ? refuse(body, body.locationId !== undefined) : notFound(id);
    if (!contact || refused) return sendResponse(reply, refused ?? notFound(id));
    contacts.update(contact, toValues(body, contact));
    return { succeded: true, contact: present(contact), traceId: randomUUID() };
  });
  app.delete("/contacts/:id", async (request, reply) => {
    const id = pathParam(request, "id");
    const contact = alive(id);
    if (!contact) return sendResponse(reply, notFound(id));
    contacts.remove(contact);
    return { succeded: true, traceId: randomUUID() };
  });
};
