import type { Exchange } from "./postgres-proxy.ts";

export type StepKind = "claim" | "call" | "outcome" | "callback";
/**
 * `before`: the step was not executed. `answered`: it was executed, but the process never received the answer.
 * `passed`: the process received the answer and was killed right after.
 */
export type Moment = "before" | "answered" | "passed";
export type Step = { kind: StepKind; label: string; moment: Moment };

export const stepName = ({ kind, label, moment }: Step): string => `${kind}: ${label}, ${moment}`;

const kindPatterns: [StepKind, RegExp][] = [
  ["claim", /FROM actions\s+WHERE status IN \('pending', 'held'\)[\s\S]*FOR UPDATE SKIP LOCKED/],
  ["callback", /target AS MATERIALIZED|INSERT INTO delivery_receipts/],
  ["outcome", /FROM actions WHERE id = ANY\([\s\S]*FOR UPDATE$/],
];

/** Classifies a transaction by the statements that it has executed so far. */
export const transactionKind = (transaction: readonly Exchange[]): StepKind | undefined =>
  kindPatterns.find(([, pattern]) => transaction.some(({ sql }) => pattern.test(sql.trim())))?.[0];

export const isClaim = ({ sql }: Exchange): boolean => kindPatterns[0]?.[1].test(sql.trim()) ?? false;

/** Asks whether something is due; a claim follows when it is. */
export const isDueCheck = ({ sql }: Exchange): boolean => /AND \(not_before <= now\(\)/.test(sql);

const tablePattern = /\b(?:FROM|INTO|UPDATE)\s+"?(\w+)"?/i;

/** A statement's verb and first table. */
const summarize = (sql: string): string => {
  const text = sql.trim().replaceAll(/extract\s*\(\w+ FROM [^)]*\)/gi, "");
  const verb = /^\w+/.exec(text)?.[0]?.toUpperCase() ?? "";
  if (/^(BEGIN|COMMIT|ROLLBACK)$/.test(verb)) return verb;
  if (text.includes("pg_notify")) return "NOTIFY";
  const table = tablePattern.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
};

/**
 * Labels the last statement of a transaction, numbered when the transaction has several like it. The number of
 * receipts in one batch is random, so in callbacks all repetitions share one label.
 */
export const stepLabel = (transaction: readonly Exchange[]): string => {
  const last = summarize(transaction.at(-1)?.sql ?? "");
  const repetitions = transaction.filter(({ sql }) => summarize(sql) === last).length;
  const count = transactionKind(transaction) === "callback" ? Math.min(repetitions, 2) : repetitions;
  return count > 1 ? `${last} (${count})` : last;
};

/** The action ids that appear in the transaction's parameters or results. */
export const findMentionedIds = (transaction: readonly Exchange[], ids: Iterable<string>): string[] =>
  [...ids].filter((id) =>
    transaction.some(({ parameters, answer }) => parameters.includes(id) || answer.includes(id)),
  );

/** The last step of a transaction or call also has a moment after its answer. */
export const listMoments = (kind: StepKind, label: string): Step[] => {
  const isLast = label === "COMMIT" || kind === "call";
  const moments: Moment[] = isLast ? ["before", "answered", "passed"] : ["before", "answered"];
  return moments.map((moment) => ({ kind, label, moment }));
};

/** The small dose: in each kind, the step at which the most is done and the least is known about it. */
export const essentialSteps: readonly Step[] = [
  { kind: "claim", label: "COMMIT", moment: "answered" },
  { kind: "call", label: "request", moment: "answered" },
  { kind: "outcome", label: "COMMIT", moment: "before" },
  { kind: "callback", label: "COMMIT", moment: "answered" },
];
