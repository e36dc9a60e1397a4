import * as z from "zod";
import { type RemoteField, type RemoteType, remoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { OperationCall } from "#server/connectors/operation.ts";
import { isGone, type OperationResult } from "#server/connectors/operation-result.ts";
import { sendgrid } from "#server/connectors/sendgrid.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { definePeopleVendor, type PeopleFunctions } from "./people-vendor.ts";
import { pushTogether } from "./push-each.ts";
import {
  contactSchema,
  findContacts,
  listIdOf,
  optOutField,
  readDefinitions,
  sendgridRequest,
  textFields,
  toPerson,
  withOptOuts,
} from "./sendgrid-api.ts";
import { pushToSendgrid } from "./sendgrid-push.ts";
import { type ContactSlice, divideSlice, searchLimit, sliceQuery, wholeList } from "./sendgrid-search.ts";

const suppressionPage = 500;
const customTypes = { Text: "text", Number: "number", Date: "date" } as const;

const toField = (
  name: string,
  label: string,
  type: RemoteType,
  more: Partial<RemoteField> = {},
): RemoteField => remoteField(name, label, type, { maxLength: type === "text" ? 50 : null, ...more });

const describeFields: PeopleFunctions["describeFields"] = async (call) => {
  const result = await readDefinitions(call);
  if (!result.ok) return result;
  return {
    ok: true,
    value: [
      toField("email", "Email", "email", { isRequired: true }),
      toField(optOutField, "Email opt out", "boolean"),
      ...textFields.map(([name, label, type]) => toField(name, label, type)),
      ...result.value.custom_fields.map(({ name, field_type }) =>
        toField(name, name, customTypes[field_type], field_type === "Text" ? { maxLength: 1000 } : {}),
      ),
    ],
  };
};

/** What is left to read: parts of the list, then the addresses that opted out. */
const cursor = z.object({
  slices: z.array(z.object({ prefix: z.string(), isRest: z.boolean() })),
  optOuts: z.int(),
});
type Cursor = z.infer<typeof cursor>;
const parseCursor = (after: string | null): Cursor =>
  after === null ? { slices: [wholeList], optOuts: 0 } : cursor.parse(JSON.parse(after));

const tooMany: OperationResult<never> = {
  ok: false,
  error: {
    kind: "invalid",
    mayHaveHappened: false,
    message: {
      en: "SendGrid's search returns 50 contacts, and there are more that cannot be told apart",
      es: "La búsqueda de SendGrid devuelve 50 contactos, y hay más que no se pueden distinguir",
    },
  },
};

type Page = { people: RemotePerson[]; next: string | null };

const searchResult = z.object({ result: z.array(contactSchema), contact_count: z.int() });
const readSlice = async (
  call: OperationCall,
  since: number | null,
  slice: ContactSlice,
  rest: Cursor,
): Promise<OperationResult<Page>> => {
  const query = sliceQuery(slice, listIdOf(call), since);
  const result = await sendgridRequest(
    call,
    { path: "/v3/marketing/contacts/search", ...jsonPost({ query }) },
    searchResult,
  );
  if (!result.ok) return result;
  const isWhole = result.value.contact_count <= searchLimit;
  const parts = isWhole ? [] : divideSlice(slice);
  if (!parts) return tooMany;
  const next = { ...rest, slices: [...parts, ...rest.slices] };
  return {
    ok: true,
    value: {
      people: isWhole ? result.value.result.map((one) => toPerson(one)) : [],
      next: JSON.stringify(next),
    },
  };
};

const optOutList = z.array(z.object({ email: z.string() }));
/** Addresses that opted out, oldest first; those that no contact has are left out. */
const readOptOuts = async (
  call: OperationCall,
  since: number | null,
  offset: number,
): Promise<OperationResult<Page>> => {
  const search = new URLSearchParams({
    limit: String(suppressionPage),
    offset: String(offset),
    ...(since === null ? {} : { start_time: String(Math.floor(since / 1000)) }),
  });
  const result = await sendgridRequest(call, { path: `/v3/suppression/unsubscribes?${search}` }, optOutList);
  if (!result.ok) return result;
  const found = await findContacts(
    call,
    result.value.map(({ email }) => email),
  );
  if (!found.ok) return found;
  const isLast = result.value.length < suppressionPage;
  return {
    ok: true,
    value: {
      people: found.value
        .filter(({ list_ids: lists }) => Array.isArray(lists) && lists.includes(listIdOf(call)))
        .map((one) => toPerson(one, true)),
      next: isLast
        ? null
        : JSON.stringify({ slices: [], optOuts: offset + suppressionPage } satisfies Cursor),
    },
  };
};

const readPage = (
  call: OperationCall,
  since: number | null,
  after: string | null,
): Promise<OperationResult<Page>> => {
  const { slices, optOuts } = parseCursor(after);
  const [slice, ...others] = slices;
  return slice
    ? readSlice(call, since, slice, { slices: others, optOuts })
    : readOptOuts(call, since, optOuts);
};

const listSchema = z.object({ id: z.string(), name: z.string(), contact_count: z.int() });
const readList = (call: OperationCall) =>
  sendgridRequest(call, { path: `/v3/marketing/lists/${encodeURIComponent(listIdOf(call))}` }, listSchema);

/** A list of SendGrid's marketing contacts, with the account's global unsubscribes. */
export const sendgridPeople = definePeopleVendor({
  connector: sendgrid,
  rate: { requests: 8, perMs: 1000 },
  searchLagMs: 120_000,
  listsDeletions: false,
  authorize: async ({ settings }) => ({ ok: true, value: bearerAuth(String(settings.apiKey ?? "")) }),
  // A list's id is unique over all accounts, and the keys of another one do not find it.
  identifyAccount: async (call) => {
    const result = await readList(call);
    return result.ok ? { ok: true, value: { id: result.value.id, name: result.value.name } } : result;
  },
  describeFields,
  // Contacts are recognised by e-mail address.
  prepare: async () => ({ ok: true, value: null }),
  countPeople: async (call) => {
    const result = await readList(call);
    return result.ok ? { ok: true, value: result.value.contact_count } : result;
  },
  listPeople: (call, { after }) => readPage(call, null, after),
  readPeople: async (call, { ids }) => {
    const result = await sendgridRequest(
      call,
      { path: "/v3/marketing/contacts/batch", ...jsonPost({ ids }) },
      z.object({ result: z.array(contactSchema) }),
    );
    if (!result.ok && isGone(result.error)) return { ok: true, value: [] };
    return result.ok ? withOptOuts(call, result.value.result) : result;
  },
  findPeople: async (call, { emails }) => {
    const result = await findContacts(call, emails);
    return result.ok ? withOptOuts(call, result.value) : result;
  },
  pullChanges: async (call, { since, after }) => {
    const page = await readPage(call, since, after);
    return page.ok ? { ok: true, value: { ...page.value, deleted: [] } } : page;
  },
  pushPeople: (call, { people }) =>
    pushTogether(people, people.length, (batch) => pushToSendgrid(call, batch)),
  deletePeople: async (call, { ids }) => {
    const path = `/v3/marketing/contacts?${new URLSearchParams({ ids: ids.join(",") })}`;
    const result = await sendgridRequest(call, { path, method: "DELETE" }, z.object({ job_id: z.string() }));
    return result.ok || isGone(result.error) ? { ok: true, value: [] } : result;
  },
});
