import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { pathParam, queryParam, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { createContactStore, type StoredContact } from "./contact-store.ts";

export const mailchimpFailure = (status: number, title: string, detail: string): SimulatedResponse => ({
  status,
  type: "application/problem+json; charset=utf-8",
  body: {
    type: "https://mailchimp.com/developer/marketing/docs/errors/",
    title,
    status,
    detail,
    instance: randomUUID(),
  },
});

const hashOf = (email: unknown): string =>
  createHash("md5").update(String(email).toLowerCase()).digest("hex");
const second = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "+00:00");

type Incoming = {
  email_address?: string;
  status?: string;
  status_if_new?: string;
  merge_fields?: Record<string, unknown>;
};

const mergeFields = [
  { tag: "FNAME", name: "First Name", type: "text", required: false, options: { size: 25 } },
  { tag: "LNAME", name: "Last Name", type: "text", required: false, options: { size: 25 } },
  { tag: "PHONE", name: "Phone Number", type: "phone", required: false, options: { phone_format: "none" } },
  { tag: "ADDRESS", name: "Address", type: "address", required: false, options: {} },
];
const tags = mergeFields.map(({ tag }) => tag);

const present = ({ id, values, createdAt, updatedAt }: StoredContact) => ({
  id: hashOf(values.email),
  contact_id: id,
  unique_email_id: id.slice(0, 10),
  email_address: values.email,
  status: values.status,
  merge_fields: Object.fromEntries(
    tags.map((tag) => [tag, (values.merge as Record<string, unknown> | undefined)?.[tag] ?? ""]),
  ),
  timestamp_signup: second(createdAt),
  last_changed: second(updatedAt),
});

/** Reports changed members as Mailchimp does: a form without a signature. */
const createReporter = ({ callbacks, settings }: SandboxContext) => {
  return (type: string, { values }: StoredContact): void => {
    const url = settings.webhooks.mailchimp;
    if (!url) return;
    const body = new URLSearchParams({
      type,
      fired_at: new Date().toISOString(),
      "data[email]": String(values.email),
      "data[list_id]": "list1",
    }).toString();
    void callbacks.post({
      vendor: "mailchimp",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  };
};

export const mountMailchimpMembers = (app: FastifyInstance, context: SandboxContext): void => {
  const path = "/3.0/lists/:list/members";
  const contacts = createContactStore((count) => hashOf(`contact ${count}`), ["email"]);
  const report = createReporter(context);
  contacts.create({
    email: "nora@example.com",
    status: "subscribed",
    merge: { FNAME: "Nora", LNAME: "Vega" },
  });
  /** By the hash of the address, by the address or by the contact id; archived members are found, too. */
  const find = (key: string): StoredContact | undefined =>
    contacts.get(key) ??
    contacts.all().find(({ values }) => hashOf(values.email) === key || values.email === key);
  const notFound = () =>
    mailchimpFailure(404, "Resource Not Found", "The requested resource could not be found.");
  const refuse = ({ status, email_address, merge_fields }: Incoming, known: StoredContact | undefined) => {
    if (email_address !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email_address))
      return mailchimpFailure(400, "Invalid Resource", "Please provide a valid email address.");
    if (status === "subscribed" && known?.values.status === "unsubscribed")
      return mailchimpFailure(
        400,
        "Member In Compliance State",
        `${known.values.email} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
      );
    const unknown = Object.keys(merge_fields ?? {}).find((tag) => !tags.includes(tag));
    return unknown
      ? mailchimpFailure(400, "Invalid Resource", `Merge field ${unknown} is unknown.`)
      : undefined;
  };
  const save = (body: Incoming, known: StoredContact | undefined): StoredContact => {
    const isArchived = known?.values.status === "archived";
    const status =
      body.status ?? (known && !isArchived ? known.values.status : (body.status_if_new ?? "subscribed"));
    const values = {
      email: body.email_address ?? known?.values.email,
      status,
      merge: { ...(known?.values.merge as object | undefined), ...body.merge_fields },
    };
    if (known) contacts.update(known, values);
    const contact = known ?? contacts.create(values);
    const isLeaving = body.status === "unsubscribed" && known?.values.status !== "unsubscribed";
    report(isLeaving ? "unsubscribe" : known ? "profile" : "subscribe", contact);
    return contact;
  };
  const answer = (reply: FastifyReply, body: Incoming, known: StoredContact | undefined) => {
    const refused = refuse(body, known);
    return refused ? sendResponse(reply, refused) : reply.send(present(save(body, known)));
  };

  app.get("/3.0/lists/:list/merge-fields", async () => ({
    merge_fields: mergeFields,
    total_items: mergeFields.length,
  }));
  app.get(path, async (request) => {
    const count = Math.min(1000, Number(queryParam(request, "count") ?? 10));
    const offset = Number(queryParam(request, "offset") ?? 0);
    const since = Date.parse(queryParam(request, "since_last_changed") ?? "") || 0;
    const status = queryParam(request, "status");
    const found = contacts
      .all()
      .filter(
        ({ values, updatedAt }) =>
          (status ? values.status === status : values.status !== "archived") && updatedAt >= since,
      );
    const sorted =
      queryParam(request, "sort_field") === "last_changed"
        ? found.toSorted((a, b) => a.updatedAt - b.updatedAt)
        : found;
    return {
      members: sorted.slice(offset, offset + count).map(present),
      list_id: pathParam(request, "list"),
      total_items: found.length,
    };
  });
  app.post(path, async (request, reply) => {
    const body = request.body as Incoming;
    const known = find(hashOf(body.email_address));
    if (known && known.values.status !== "archived")
      return sendResponse(
        reply,
        mailchimpFailure(400, "Member Exists", `${body.email_address} is already a list member.`),
      );
    return answer(reply, body, known);
  });
  app.get(`${path}/:key`, async (request, reply) => {
    const contact = find(pathParam(request, "key"));
    return contact ? present(contact) : sendResponse(reply, notFound());
  });
  app.put(`${path}/:key`, async (request, reply) =>
    answer(reply, request.body as Incoming, find(pathParam(request, "key"))),
  );
  app.patch(`${path}/:key`, async (request, reply) => {
    const contact = find(pathParam(request, "key"));
    return contact ? answer(reply, request.body as Incoming, contact) : sendResponse(reply, notFound());
  });
  app.delete(`${path}/:key`, async (request, reply) => {
    const contact = find(pathParam(request, "key"));
    if (!contact || contact.values.status === "archived")
      return sendResponse(
        reply,
        mailchimpFailure(405, "Method Not Allowed", "This list member cannot be removed."),
      );
    contacts.update(contact, { status: "archived" });
    report("unsubscribe", contact);
    return reply.code(204).send();
  });
};
