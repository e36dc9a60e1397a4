import { parseCsv } from "./csv.ts";
import type { MappingTemplate } from "./mapping.ts";
import { parseJsonText } from "./plain-expression.ts";

/** Items of one body beyond this make it a dead letter, because all of them are recorded in one transaction. */
export const maxBodyItems = 5000;

export type ListBody = {
  /** The field that holds the list; null where the body itself is the list. */
  field: string | null;
  /** At most one more than `maxBodyItems`. */
  items: Record<string, unknown>[];
};

/** Fields whose list of objects is one of people. */
const peopleFields =
  /^(leads?|contacts?|people|persons?|customers?|clients?|clientes|contactos|prospects?|prospectos|subscribers|suscriptores|recipients|registrants|attendees|users|members|submissions|personas)$/i;
/** Fields that hold lists of anything; they count when each item carries an address of its own. */
const anyFields =
  /^(data|items|records|results|rows|entries|events|elements|values|objects|list|payload|registros|datos|resultados)$/i;
const addressField = /^(e[-_ ]?mail|correo|phone|mobile|tel|cel|whatsapp|m[oó]vil)/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const toObjects = (value: unknown): Record<string, unknown>[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;

const hasAddress = (item: Record<string, unknown>): boolean =>
  Object.entries(item).some(([name, value]) => addressField.test(name) && typeof value === "string");

const csvTypes = /^(text|application)\/(csv|tab-separated-values|x-csv|vnd\.ms-excel)$/;
export const ndjsonType = "application/x-ndjson";

const parseLines = (text: string): Record<string, unknown>[] | undefined => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return toObjects(lines.slice(0, maxBodyItems + 1).map(parseJsonText));
};

/** A body that was no JSON is stored as its text and media type. */
const findTextItems = (raw: Record<string, unknown>): Record<string, unknown>[] | undefined => {
  const { text, contentType, ...rest } = raw;
  if (typeof text !== "string" || typeof contentType !== "string" || Object.keys(rest).length > 0)
    return undefined;
  if (csvTypes.test(contentType)) return parseCsv(text, maxBodyItems + 1);
  return contentType === ndjsonType || /\b(x-)?(ndjson|jsonl(ines)?)$/.test(contentType)
    ? parseLines(text)
    : undefined;
};

/** The list that a body consists of; undefined for the body of a single event. */
export const findListBody = (raw: unknown): ListBody | undefined => {
  const items = toObjects(raw);
  if (items) return { field: null, items };
  if (!isObject(raw)) return undefined;
  const textItems = findTextItems(raw);
  if (textItems) return { field: null, items: textItems };
  // A body with an address of its own is an event of that person, whatever lists it carries.
  if (hasAddress(raw)) return undefined;
  const lists = Object.entries(raw).flatMap(([field, value]): ListBody[] => {
    const objects = toObjects(value);
    if (!objects) return [];
    const isPeople = peopleFields.test(field) || (anyFields.test(field) && objects.every(hasAddress));
    return isPeople ? [{ field, items: objects }] : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
};

const listFunction =
  /\$\$?\s*[[.]|\$(map|filter|reduce|single|sort|count|sum|join|append|each|zip|distinct|reverse)\s*\(/;

/** Whether a mapping reads the list itself, as mappings did before lists were split. */
export const readsWholeList = ({ person, event }: MappingTemplate, { field }: ListBody): boolean =>
  [...Object.values(person), ...Object.values(event)].some((expression) =>
    field === null ? listFunction.test(expression) : new RegExp(`\\b${field}\\b`).test(expression),
  );

/** Ids by which vendors name the items of their lists; a retry may group the items differently. */
export const vendorItemKey = (item: Record<string, unknown>): string | null => {
  const { sg_event_id: sendgrid, eventId, subscriptionId, occurredAt, portalId } = item;
  if (typeof sendgrid === "string" && sendgrid !== "") return `sendgrid:${sendgrid}`;
  return [eventId, subscriptionId, occurredAt, portalId].every((part) => typeof part === "number")
    ? `hubspot:${portalId}:${subscriptionId}:${eventId}:${occurredAt}`
    : null;
};
