/**
 * A part of the contacts of a list: those whose address begins with a prefix. SendGrid's search returns the first 50
 * contacts without an order, so larger parts are divided by the next letter of the address.
 */
export type ContactSlice = {
  prefix: string;
  /** The letters that other parts have, where this one holds the rest. */
  isRest: boolean;
};

export const searchLimit = 50;
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789._-+@"];

export const wholeList: ContactSlice = { prefix: "", isRest: false };

/** Text in single quotes, and in a pattern without wildcards. */
const literal = (text: string): string => text.replaceAll(/[\\']/g, "\\$&");
const beginsWith = (prefix: string): string => `email LIKE '${literal(prefix).replaceAll("%", "%%")}%'`;

/** SGQL: https://www.twilio.com/docs/sendgrid/for-developers/sending-email/segmentation-query-language */
export const sliceQuery = ({ prefix, isRest }: ContactSlice, listId: string, since: number | null): string =>
  [
    `CONTAINS(list_ids, '${literal(listId)}')`,
    ...(since === null ? [] : [`updated_at >= '${new Date(since).toISOString().replace(/\.\d+Z$/, "Z")}'`]),
    ...(prefix === "" ? [] : [beginsWith(prefix)]),
    ...(isRest ? letters.map((letter) => `NOT ${beginsWith(prefix + letter)}`) : []),
  ].join(" AND ");

/** Its parts; undefined where it cannot be divided. */
export const divideSlice = ({ prefix, isRest }: ContactSlice): ContactSlice[] | undefined =>
  isRest
    ? undefined
    : [...letters.map((letter) => ({ prefix: prefix + letter, isRest: false })), { prefix, isRest: true }];
