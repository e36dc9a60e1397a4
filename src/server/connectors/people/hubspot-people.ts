import * as z from "zod";
import type { RemoteField, RemoteType } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { hubspot } from "#server/connectors/hubspot.ts";
import { notConnected } from "#server/connectors/oauth.ts";
import type { OperationCall } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { bearerAuth, readBearer } from "#server/connectors/vendor-request.ts";
import { contactList, contactPage, contacts, keyProperty, request, toPerson } from "./hubspot-api.ts";
import { deletePeople, pushPeople } from "./hubspot-push.ts";
import { definePeopleVendor, type PeopleFunctions } from "./people-vendor.ts";

/** A private app may send 100 requests in ten seconds; the search allows five a second. */
const rate = { requests: 90, perMs: 10_000 };
const searchRate = { requests: 4, perMs: 1000 };

const property = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string().default(""),
  calculated: z.boolean().default(false),
  hidden: z.boolean().default(false),
  options: z.array(z.object({ value: z.string(), hidden: z.boolean().optional() })).default([]),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).optional(),
});

const propertyTypes: Record<string, RemoteType> = {
  number: "number",
  bool: "boolean",
  date: "date",
  datetime: "datetime",
  phone_number: "phone",
};

const typeOf = ({ name, type, fieldType }: z.infer<typeof property>): RemoteType => {
  if (type === "enumeration") {
    if (fieldType === "booleancheckbox") return "boolean";
    return fieldType === "checkbox" ? "choices" : "choice";
  }
  if (name === "email") return "email";
  return fieldType === "phonenumber" ? "phone" : (propertyTypes[type] ?? "text");
};

const toField = (found: z.infer<typeof property>): RemoteField => {
  const type = typeOf(found);
  return {
    name: found.name,
    label: found.label,
    type,
    isReadOnly: found.calculated || (found.modificationMetadata?.readOnlyValue ?? false),
    isRequired: false,
    options: type === "choice" || type === "choices" ? found.options.map(({ value }) => value) : [],
    maxLength: type === "text" ? 65_536 : null,
  };
};

const describeFields: PeopleFunctions["describeFields"] = async (call) => {
  const result = await request(
    call,
    "/crm/v3/properties/contacts?archived=false",
    undefined,
    z.object({ results: z.array(property) }),
  );
  if (!result.ok) return result;
  const shown = result.value.results.filter(({ hidden, name }) => !hidden && name !== keyProperty);
  return { ok: true, value: shown.map(toField) };
};

const prepare: PeopleFunctions["prepare"] = async (call) => {
  const known = await request(
    call,
    `/crm/v3/properties/contacts/${keyProperty}`,
    undefined,
    z.object({ name: z.string() }),
  );
  if (known.ok) return { ok: true, value: null };
  if (known.error.kind !== "invalid") return known;
  const made = await request(
    call,
    "/crm/v3/properties/contacts",
    {
      name: keyProperty,
      label: "Faro ID",
      type: "string",
      fieldType: "text",
      groupName: "contactinformation",
      hasUniqueValue: true,
    },
    z.object({ name: z.string() }),
  );
  return made.ok ? { ok: true, value: null } : made;
};

const countPeople: PeopleFunctions["countPeople"] = async (call) => {
  const result = await request(
    call,
    `${contacts}/search`,
    { filterGroups: [], properties: [], limit: 1 },
    z.object({ total: z.int() }),
  );
  return result.ok ? { ok: true, value: result.value.total } : result;
};

const listPath = (fields: readonly string[], after: string | null, isArchived: boolean): string => {
  const query = new URLSearchParams({
    limit: "100",
    archived: String(isArchived),
    properties: fields.join(","),
  });
  if (after) query.set("after", after);
  return `${contacts}?${query}`;
};

const listPeople: PeopleFunctions["listPeople"] = async (call, { fields, after }) => {
  const result = await request(call, listPath(fields, after, false), undefined, contactPage);
  if (!result.ok) return result;
  return {
    ok: true,
    value: {
      people: result.value.results.map(toPerson),
      next: result.value.paging?.next?.after ?? null,
    },
  };
};

const readBatch = async (
  call: OperationCall,
  fields: readonly string[],
  keys: readonly string[],
  idProperty?: string,
): Promise<OperationResult<RemotePerson[]>> => {
  const result = await request(
    call,
    `${contacts}/batch/read`,
    {
      properties: fields,
      propertiesWithHistory: [],
      inputs: keys.map((id) => ({ id })),
      ...(idProperty ? { idProperty } : {}),
    },
    // Contacts that do not exist are left out.
    contactList,
  );
  return result.ok ? { ok: true, value: result.value.results.map(toPerson) } : result;
};

const readPeople: PeopleFunctions["readPeople"] = (call, { fields, ids }) => readBatch(call, fields, ids);

const findPeople: PeopleFunctions["findPeople"] = (call, { fields, emails }) =>
  readBatch(call, fields, emails, "email");

const searchLimit = 200;

/** Changed contacts by time of change, then the list of deleted ones, which has no order by time. */
type ChangesCursor = { part: "changed" | "archived"; from: number; after: string };

const readCursor = (after: string | null, since: number): ChangesCursor => {
  const [part, from, offset = ""] = after?.split("|") ?? [];
  return part === "changed" || part === "archived"
    ? { part, from: Number(from), after: offset }
    : { part: "changed", from: since, after: "" };
};
const writeCursor = ({ part, from, after }: ChangesCursor): string => `${part}|${from}|${after}`;

const pullChanges: PeopleFunctions["pullChanges"] = async (call, { fields, since, after }) => {
  const cursor = readCursor(after, since);
  if (cursor.part === "archived") {
    const result = await request(call, listPath([], cursor.after || null, true), undefined, contactPage);
    if (!result.ok) return result;
    const next = result.value.paging?.next?.after;
    const deleted = result.value.results.filter(({ archivedAt }) => (archivedAt ?? since) >= since);
    return {
      ok: true,
      value: {
        people: [],
        deleted: deleted.map(({ id }) => id),
        next: next === undefined ? null : writeCursor({ ...cursor, after: next }),
      },
    };
  }
  const result = await request(
    call,
    `${contacts}/search`,
    {
      filterGroups: [
        { filters: [{ propertyName: "lastmodifieddate", operator: "GTE", value: String(cursor.from) }] },
      ],
      sorts: [{ propertyName: "lastmodifieddate", direction: "ASCENDING" }],
      properties: fields,
      limit: searchLimit,
      ...(cursor.after ? { after: cursor.after } : {}),
    },
    contactPage,
  );
  if (!result.ok) return result;
  const { results, paging } = result.value;
  const last = results.at(-1)?.updatedAt ?? cursor.from;
  const offset = paging?.next?.after;
  // A search ends after 10,000 results, so the next page starts at the time of the last one wherever that moves on.
  const next: ChangesCursor =
    offset === undefined
      ? { part: "archived", from: since, after: "" }
      : last > cursor.from
        ? { part: "changed", from: last, after: "" }
        : { ...cursor, after: offset };
  return { ok: true, value: { people: results.map(toPerson), deleted: [], next: writeCursor(next) } };
};

const webhookEvents = z.array(
  z.object({ objectId: z.union([z.number(), z.string()]).transform(String), subscriptionType: z.string() }),
);

export const hubspotPeople = definePeopleVendor({
  connector: hubspot,
  rate,
  searchRate,
  searchLagMs: 60_000,
  listsDeletions: true,
  authorize: async ({ settings, accessToken }, refused) => {
    const granted = await accessToken?.(readBearer(refused));
    if (granted) return granted.ok ? { ok: true, value: bearerAuth(granted.value) } : granted;
    if (typeof settings.accessToken !== "string") return notConnected(hubspot.label);
    return { ok: true, value: bearerAuth(settings.accessToken) };
  },
  identifyAccount: async (call) => {
    const account = await request(
      call,
      "/account-info/v3/details",
      undefined,
      z.object({ portalId: z.number() }),
    );
    if (!account.ok) return account;
    const id = String(account.value.portalId);
    return { ok: true, value: { id, name: `Portal ${id}` } };
  },
  describeFields,
  prepare,
  countPeople,
  listPeople,
  readPeople,
  findPeople,
  pullChanges,
  pushPeople,
  deletePeople,
  webhook: {
    proof: { kind: "signature", scheme: "hubspot", secret: "clientSecret" },
    readIds: (body) => {
      const events = webhookEvents.safeParse(body);
      if (!events.success) return [];
      return [
        ...new Set(
          events.data
            .filter(({ subscriptionType }) => subscriptionType.startsWith("contact."))
            .map(({ objectId }) => objectId),
        ),
      ];
    },
  },
});
