import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { sendResponse } from "#sandbox/vendor.ts";
import type { StoredContact } from "./contact-store.ts";
import { failure, type HubspotAccount, namesOf, present } from "./hubspot-contacts.ts";

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

export const mountSearch = (
  app: FastifyInstance,
  account: HubspotAccount,
  { settings }: SandboxContext,
): void => {
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
