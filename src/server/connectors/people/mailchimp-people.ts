import { createHash } from "node:crypto";
import * as z from "zod";
import { type RemoteField, type RemoteType, remoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { mailchimp } from "#server/connectors/mailchimp.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import { isGone, type OperationResult } from "#server/connectors/operation-result.ts";
import { basicAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { definePeopleVendor, type PeopleFunctions } from "./people-vendor.ts";
import { deleteEach, pushEach } from "./push-each.ts";

const maxBytes = 16 * 1024 * 1024;
const pageSize = 500;

const problem = z.object({ type: z.string(), title: z.string(), status: z.int().min(400) });
const classify: ErrorClassifier = ({ status, json }) =>
  status < 300 && problem.safeParse(json).success ? "transient" : undefined;

const request = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> => {
  if (!call.settings.listId) return Promise.resolve(noAudience);
  return operationRequest(mailchimp.label, call, { maxBytes, ...vendorRequest }, schema, classify);
};
const noAudience: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    mayHaveHappened: false,
    message: {
      en: "Enter the ID of the audience that is synced",
      es: "Indique el ID de la audiencia que se sincroniza",
    },
  },
};

const listPath = ({ settings }: OperationCall): string => `/3.0/lists/${String(settings.listId)}`;
/** A member is found by this hash of the address, or by its contact id, which stays when the address changes. */
const hashOf = (email: string): string => createHash("md5").update(email.toLowerCase()).digest("hex");

const member = z.object({
  contact_id: z.string(),
  email_address: z.string(),
  status: z.string(),
  merge_fields: z.record(z.string(), z.unknown()).default({}),
  last_changed: z.string().transform((text) => Date.parse(text)),
});
const members = z.object({ members: z.array(member), total_items: z.int() });

const mergeField = z.object({
  tag: z.string(),
  name: z.string(),
  type: z.string(),
  required: z.boolean().default(false),
  options: z.object({ choices: z.array(z.string()).optional() }).nullish(),
});
const fieldTypes: Record<string, RemoteType> = {
  text: "text",
  url: "text",
  zip: "text",
  number: "number",
  phone: "phone",
  date: "date",
  dropdown: "choice",
  radio: "choice",
};
const toField = (
  name: string,
  label: string,
  type: RemoteType,
  more: Partial<RemoteField> = {},
): RemoteField => remoteField(name, label, type, { maxLength: type === "text" ? 255 : null, ...more });

const describeFields: PeopleFunctions["describeFields"] = async (call) => {
  const result = await request(
    call,
    { path: `${listPath(call)}/merge-fields?count=1000` },
    z.object({ merge_fields: z.array(mergeField) }),
  );
  if (!result.ok) return result;
  const merged = result.value.merge_fields.flatMap(({ tag, name, type, required, options }) => {
    const known = fieldTypes[type];
    return known
      ? [toField(tag, name, known, { isRequired: required, options: options?.choices ?? [] })]
      : [];
  });
  return {
    ok: true,
    value: [
      toField("email_address", "Email", "email", { isRequired: true }),
      toField("unsubscribed", "Email opt out", "boolean"),
      ...merged,
    ],
  };
};

const toPerson = ({
  contact_id,
  email_address,
  status,
  merge_fields,
  last_changed,
}: z.infer<typeof member>): RemotePerson => ({
  id: contact_id,
  values: {
    ...Object.fromEntries(
      Object.entries(merge_fields).map(([tag, value]) => [tag, value === "" ? null : value]),
    ),
    email_address,
    // A member who was cleaned has bounced, which is no wish of theirs.
    unsubscribed: status === "unsubscribed",
  },
  updatedAt: last_changed,
});

const listMembers = async (call: OperationCall, query: Record<string, string>, offset: number) => {
  const search = new URLSearchParams({ count: String(pageSize), offset: String(offset), ...query });
  const result = await request(call, { path: `${listPath(call)}/members?${search}` }, members);
  if (!result.ok) return result;
  const next = offset + pageSize;
  return {
    ok: true as const,
    value: { found: result.value.members, next: next < result.value.total_items ? next : null },
  };
};

const readEach = async (
  call: OperationCall,
  keys: readonly string[],
): Promise<OperationResult<RemotePerson[]>> => {
  const people: RemotePerson[] = [];
  for (const key of keys) {
    const result = await request(
      call,
      { path: `${listPath(call)}/members/${encodeURIComponent(key)}` },
      member,
    );
    // A member who is gone is not found; an archived one counts as gone.
    if (!result.ok && isGone(result.error)) continue;
    if (!result.ok) return result;
    if (result.value.status !== "archived") people.push(toPerson(result.value));
  }
  return { ok: true, value: people };
};

/** Changed members by time, then those that were archived. */
const pullChanges: PeopleFunctions["pullChanges"] = async (call, { since, after }) => {
  const [part = "changed", offset = "0"] = after?.split("|") ?? [];
  const isArchived = part === "archived";
  const query = {
    since_last_changed: new Date(since).toISOString(),
    sort_field: "last_changed",
    sort_dir: "ASC",
    ...(isArchived ? { status: "archived" } : {}),
  };
  const page = await listMembers(call, query, Number(offset));
  if (!page.ok) return page;
  const { found, next } = page.value;
  const following = next === null ? (isArchived ? null : "archived|0") : `${part}|${next}`;
  return {
    ok: true,
    value: {
      people: isArchived ? [] : found.map(toPerson),
      deleted: isArchived ? found.map(({ contact_id }) => contact_id) : [],
      next: following,
    },
  };
};

const toBody = ({
  email_address,
  unsubscribed,
  ...merged
}: Record<string, SyncValue>): Record<string, unknown> => ({
  ...(typeof email_address === "string" ? { email_address } : {}),
  // Only ever unsubscribed: Mailchimp, too, subscribes nobody again who left.
  ...(unsubscribed === true ? { status: "unsubscribed" } : {}),
  ...(Object.keys(merged).length > 0
    ? {
        merge_fields: Object.fromEntries(
          Object.entries(merged).map(([tag, value]) => [
            tag,
            Array.isArray(value) ? value.join(", ") : (value ?? ""),
          ]),
        ),
      }
    : {}),
});

const pushPeople: PeopleFunctions["pushPeople"] = (call, { people }) =>
  pushEach(people, async ({ remoteId, email, hasEmailConsent, values }) => {
    const body = toBody(values);
    const isNew = remoteId === null;
    const key = remoteId ?? hashOf(email ?? "");
    // Who did not agree to e-mail becomes a contact who gets no campaigns.
    const more = isNew
      ? {
          email_address: email,
          status_if_new: body.status ?? (hasEmailConsent ? "subscribed" : "transactional"),
        }
      : {};
    const result = await request(
      call,
      {
        path: `${listPath(call)}/members/${key}?skip_merge_validation=true`,
        ...jsonPost({ ...body, ...more }),
        method: isNew ? "PUT" : "PATCH",
      },
      member,
    );
    if (!result.ok) return result;
    return { ok: true, value: { remoteId: result.value.contact_id, updatedAt: result.value.last_changed } };
  });

const webhookEvent = z.object({
  type: z.string(),
  "data[email]": z.string().optional(),
  "data[old_email]": z.string().optional(),
});

export const mailchimpPeople = definePeopleVendor({
  connector: mailchimp,
  /** Ten connections at a time are allowed; requests are sent one after another. */
  rate: { requests: 10, perMs: 1000 },
  searchLagMs: 60_000,
  listsDeletions: true,
  authorize: async ({ settings }) => ({ ok: true, value: basicAuth("faro", String(settings.apiKey ?? "")) }),
  identifyAccount: async (call) => {
    const account = await request(
      call,
      { path: "/3.0/?fields=account_id" },
      z.object({ account_id: z.string() }),
    );
    if (!account.ok) return account;
    const list = await request(
      call,
      { path: `${listPath(call)}?fields=id,name` },
      z.object({ id: z.string(), name: z.string().nullish() }),
    );
    if (!list.ok) return list;
    const { id, name } = list.value;
    return { ok: true, value: { id: `${account.value.account_id}/${id}`, name: name ?? id } };
  },
  describeFields,
  // Members are recognised by e-mail address.
  prepare: async () => ({ ok: true, value: null }),
  countPeople: async (call) => {
    const result = await request(call, { path: `${listPath(call)}/members?count=1` }, members);
    return result.ok ? { ok: true, value: result.value.total_items } : result;
  },
  listPeople: async (call, { after }) => {
    const page = await listMembers(
      call,
      { sort_field: "timestamp_signup", sort_dir: "ASC" },
      Number(after ?? 0),
    );
    if (!page.ok) return page;
    const { found, next } = page.value;
    return { ok: true, value: { people: found.map(toPerson), next: next === null ? null : String(next) } };
  },
  readPeople: (call, { ids }) => readEach(call, ids),
  findPeople: (call, { emails }) => readEach(call, emails.map(hashOf)),
  pullChanges,
  pushPeople,
  deletePeople: (call, { ids }) =>
    deleteEach(ids, async (id) => {
      const path = `${listPath(call)}/members/${id}`;
      const removed = await request(call, { path, method: "DELETE" }, z.unknown());
      // Mailchimp refuses with 405 what is archived already, and what may not be removed.
      if (removed.ok || removed.error.status !== 405) return removed;
      const found = await request(call, { path }, member);
      return found.ok && found.value.status !== "archived" ? removed : found;
    }),
  webhook: {
    proof: { kind: "key", secret: "webhookKey" },
    readIds: (body) => {
      const event = webhookEvent.safeParse(body);
      if (!event.success) return [];
      return [event.data["data[email]"], event.data["data[old_email]"]].flatMap((email) =>
        email ? [hashOf(email)] : [],
      );
    },
  },
});
