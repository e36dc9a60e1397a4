import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { sendgridFailure } from "#sandbox/sendgrid/mail-send.ts";
import type { SimulatedSuppressions } from "#sandbox/sendgrid/suppressions.ts";
import { pathParam, queryParam, sendResponse } from "#sandbox/vendor.ts";
import { createContactStore, type StoredContact } from "./contact-store.ts";

const second = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
const customFields = [
  { id: "e1_T", name: "plan", field_type: "Text" },
  { id: "e2_N", name: "visits", field_type: "Number" },
];
const reserved = [
  "first_name",
  "last_name",
  "phone_number",
  "address_line_1",
  "address_line_2",
  "city",
  "state_province_region",
  "postal_code",
  "country",
];
const uuidOf = (text: string): string =>
  createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const listsOf = ({ values }: StoredContact): string[] => values.lists as string[];
const present = (contact: StoredContact) => ({
  id: contact.id,
  email: contact.values.email,
  ...Object.fromEntries(reserved.map((name) => [name, contact.values[name] ?? ""])),
  list_ids: listsOf(contact),
  segment_ids: [],
  custom_fields: contact.values.custom ?? {},
  created_at: second(contact.createdAt),
  updated_at: second(contact.updatedAt),
});

type Test = (contact: StoredContact) => boolean;
const withoutEscapes = (text: string): string => text.replaceAll(/\\(.)/g, "$1");

/** One condition of SGQL, as far as this simulator speaks it; undefined for anything else. */
const parseCondition = (text: string): Test | undefined => {
  const list = /^CONTAINS\(list_ids, '(.+)'\)$/.exec(text)?.[1];
  if (list !== undefined) return (contact) => listsOf(contact).includes(withoutEscapes(list));
  const since = /^updated_at >= '([^']+)'$/.exec(text)?.[1];
  if (since !== undefined) return ({ updatedAt }) => Math.floor(updatedAt / 1000) * 1000 >= Date.parse(since);
  const [, not, pattern] = /^(NOT )?email LIKE '(.*)%'$/.exec(text) ?? [];
  if (pattern === undefined) return undefined;
  const prefix = withoutEscapes(pattern).replaceAll("%%", "%");
  return ({ values }) => String(values.email).startsWith(prefix) === (not === undefined);
};

type Incoming = { email?: string; custom_fields?: Record<string, unknown>; [name: string]: unknown };

/** Marketing contacts: written by jobs that end a little later. */
export const mountSendgridContacts = (
  app: FastifyInstance,
  context: SandboxContext,
  suppressions: SimulatedSuppressions,
): void => {
  const contacts = createContactStore((count) => uuidOf(`contact ${count}`), ["email"]);
  const jobs = new Map<string, "pending" | "completed">();
  const living = () => contacts.all().filter(({ deletedAt }) => deletedAt === null);
  const startJob = (work: () => void): string => {
    const id = randomUUID();
    jobs.set(id, "pending");
    context.wait(Math.min(200, context.stepDelayMs())).then(
      () => {
        work();
        jobs.set(id, "completed");
      },
      () => {},
    );
    return id;
  };
  const nameOf = (id: string): string => customFields.find((field) => field.id === id)?.name ?? id;
  const save = ({ email, custom_fields: custom, ...fields }: Incoming, lists: readonly string[]): void => {
    const address = String(email).toLowerCase();
    const known = contacts.find("email", address);
    const changed = {
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => reserved.includes(name))),
      custom: {
        ...(known?.values.custom as object | undefined),
        ...Object.fromEntries(Object.entries(custom ?? {}).map(([id, value]) => [nameOf(id), value])),
      },
      lists: [...new Set([...(known ? listsOf(known) : []), ...lists])],
    };
    if (known) contacts.update(known, changed);
    else contacts.create({ email: address, ...changed });
  };
  save({ email: "nora@example.com", first_name: "Nora", last_name: "Vega" }, ["list1"]);

  app.get("/v3/marketing/field_definitions", async () => ({
    custom_fields: customFields,
    reserved_fields: [...reserved, "email"].map((name) => ({ id: `_rf_${name}`, name, field_type: "Text" })),
  }));
  app.get("/v3/marketing/lists/:id", async (request) => ({
    id: pathParam(request, "id"),
    name: "People",
    contact_count: living().filter((one) => listsOf(one).includes(pathParam(request, "id"))).length,
  }));
  app.put("/v3/marketing/contacts", async (request, reply) => {
    const { contacts: incoming = [], list_ids: lists = [] } = request.body as {
      contacts?: Incoming[];
      list_ids?: string[];
    };
    const wrong = incoming.findIndex(({ email }) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email ?? ""));
    if (wrong >= 0)
      return sendResponse(reply, sendgridFailure(400, "email is invalid", `contacts[${wrong}]`));
    const unknown = incoming
      .flatMap(({ custom_fields: custom }) => Object.keys(custom ?? {}))
      .find((id) => !customFields.some((field) => field.id === id));
    if (unknown) return sendResponse(reply, sendgridFailure(400, `invalid custom field ${unknown}`));
    return reply.code(202).send({ job_id: startJob(() => incoming.forEach((one) => void save(one, lists))) });
  });
  app.get("/v3/marketing/contacts/imports/:id", async (request, reply) => {
    const status = jobs.get(pathParam(request, "id"));
    return status
      ? { id: pathParam(request, "id"), status, job_type: "upsert", results: { errored_count: 0 } }
      : sendResponse(reply, sendgridFailure(404, "not found"));
  });
  app.delete("/v3/marketing/contacts", async (request, reply) => {
    const ids = (queryParam(request, "ids") ?? "").split(",");
    for (const id of ids) {
      const contact = contacts.get(id);
      if (contact && contact.deletedAt === null) contacts.remove(contact);
    }
    return reply.code(202).send({ job_id: startJob(() => {}) });
  });
  app.post("/v3/marketing/contacts/search", async (request, reply) => {
    const { query = "" } = request.body as { query?: string };
    const tests = query.split(" AND ").map(parseCondition);
    if (tests.some((test) => test === undefined))
      return sendResponse(reply, sendgridFailure(400, "invalid query", "query"));
    const found = living().filter((one) => tests.every((test) => test?.(one)));
    return { result: found.slice(0, 50).map(present), contact_count: found.length };
  });
  app.post("/v3/marketing/contacts/search/emails", async (request, reply) => {
    const { emails = [] } = request.body as { emails?: string[] };
    const found = emails.flatMap((email) => contacts.find("email", email) ?? []);
    return found.length > 0
      ? { result: Object.fromEntries(found.map((one) => [one.values.email, { contact: present(one) }])) }
      : sendResponse(reply, sendgridFailure(404, "not found"));
  });
  app.post("/v3/marketing/contacts/batch", async (request) => {
    const { ids = [] } = request.body as { ids?: string[] };
    const found = ids.flatMap((id) => contacts.get(id) ?? []).filter(({ deletedAt }) => deletedAt === null);
    return { result: found.map(present), contact_count: found.length };
  });
  app.get("/v3/marketing/contacts", async () => {
    const found = living();
    return { result: found.slice(0, 50).map(present), contact_count: found.length };
  });

  app.post("/v3/asm/suppressions/global", async (request, reply) => {
    const { recipient_emails: emails = [] } = request.body as { recipient_emails?: string[] };
    emails.forEach(suppressions.unsubscribe);
    return reply.code(201).send({ recipient_emails: emails });
  });
  app.get("/v3/asm/suppressions/global/:email", async (request) => {
    const email = pathParam(request, "email");
    return suppressions.unsubscribedAt(email) === undefined ? {} : { recipient_email: email };
  });
  app.delete("/v3/asm/suppressions/global/:email", async (request, reply) =>
    suppressions.resubscribe(pathParam(request, "email"))
      ? reply.code(204).send()
      : sendResponse(reply, sendgridFailure(404, "not found")),
  );
  app.get("/v3/suppression/unsubscribes", async (request) => {
    const since = Number(queryParam(request, "start_time") ?? 0) * 1000;
    const offset = Number(queryParam(request, "offset") ?? 0);
    const limit = Number(queryParam(request, "limit") ?? 500);
    return suppressions
      .unsubscribed()
      .filter(({ at }) => at >= since)
      .slice(offset, offset + limit)
      .map(({ email, at }) => ({ email, created: Math.floor(at / 1000) }));
  });
};
