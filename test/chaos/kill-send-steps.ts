import type { Exchange } from "./postgres-proxy.ts";

export type Kind = "claim" | "call" | "settle" | "callback";
/** `before`: it was never done. `answered`: it was done, and nobody was told. `passed`: they were told, and no more. */
export type Moment = "before" | "answered" | "passed";
export type Step = { kind: Kind; label: string; moment: Moment };

export const nameOf = ({ kind, label, moment }: Step): string => `${kind}: ${label}, ${moment}`;

const marks: [Kind, RegExp][] = [
  ["claim", /FROM actions\s+WHERE status IN \('pending', 'held'\)[\s\S]*FOR UPDATE SKIP LOCKED/],
  ["callback", /meant AS MATERIALIZED|INSERT INTO callbacks/],
  ["settle", /FROM actions WHERE id = ANY\([\s\S]*FOR UPDATE$/],
];

/** What a transaction is for, by what it has said so far. */
export const kindOf = (transaction: readonly Exchange[]): Kind | undefined =>
  marks.find(([, mark]) => transaction.some(({ sql }) => mark.test(sql.trim())))?.[0];

export const isClaim = ({ sql }: Exchange): boolean => marks[0]?.[1].test(sql.trim()) ?? false;

const tableOf = /\b(?:FROM|INTO|UPDATE)\s+"?(\w+)"?/i;

const shortOf = (sql: string): string => {
  const words = sql.trim().replaceAll(/extract\s*\(\w+ FROM [^)]*\)/gi, "");
  const verb = /^\w+/.exec(words)?.[0]?.toUpperCase() ?? "";
  if (/^(BEGIN|COMMIT|ROLLBACK)$/.test(verb)) return verb;
  if (words.includes("pg_notify")) return "NOTIFY";
  const table = tableOf.exec(words)?.[1];
  return table ? `${verb} ${table}` : verb;
};

/**
 * The last statement of the transaction: its verb and table, with a number when it is not the first such. How many
 * receipts are written together is chance, so there what comes again is all the same.
 */
export const labelOf = (transaction: readonly Exchange[]): string => {
  const last = shortOf(transaction.at(-1)?.sql ?? "");
  const alike = transaction.filter(({ sql }) => shortOf(sql) === last).length;
  const count = kindOf(transaction) === "callback" ? Math.min(alike, 2) : alike;
  return count > 1 ? `${last} (${count})` : last;
};

/** Which of these actions the transaction has to do with, as far as anybody could see yet. */
export const mentioned = (transaction: readonly Exchange[], ids: Iterable<string>): string[] =>
  [...ids].filter((id) => transaction.some(({ sent, answer }) => sent.includes(id) || answer.includes(id)));

/** Before it is done, after it is done, and where something ends with it, once that is known. */
export const stepsOf = (kind: Kind, label: string): Step[] => {
  const isLast = label === "COMMIT" || kind === "call";
  const moments: Moment[] = isLast ? ["before", "answered", "passed"] : ["before", "answered"];
  return moments.map((moment) => ({ kind, label, moment }));
};
