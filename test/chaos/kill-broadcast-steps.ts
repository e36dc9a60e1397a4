import type { Exchange } from "./postgres-proxy.ts";

/** Which stage a transaction is of: the check and the start of people, or the steps that they go through. */
type Stage = "broadcast" | "advance";

/** Where a process is killed: before the statement is executed, or before its answer arrives. */
export type KillPoint = {
  stage: Stage;
  label: string;
  moment: "before" | "answered";
  /** At which of the transactions that have the statement. */
  occurrence: number;
};

export const pointName = ({ stage, label, moment, occurrence }: KillPoint): string =>
  `${stage}: ${label}, ${moment}, occurrence ${occurrence}`;

const stagePatterns: [Stage, RegExp][] = [
  ["broadcast", /FROM broadcasts b[\s\S]*FOR NO KEY UPDATE OF b SKIP LOCKED/],
  ["advance", /FROM sequence_runs r JOIN rule_runs[\s\S]*FOR UPDATE OF r SKIP LOCKED/],
];

const stageOf = (transaction: readonly Exchange[]): Stage | undefined =>
  stagePatterns.find(([, pattern]) => transaction.some(({ sql }) => pattern.test(sql)))?.[0];

/** A statement may write inside of a WITH; `FOR UPDATE` only locks. */
const writePattern = /(?<!FOR |KEY )\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(?!OF\b|SKIP\b)(\w+)/i;

const writeOf = (sql: string): string | undefined => {
  const [, verb, table] = writePattern.exec(sql) ?? [];
  return verb && `${verb.toUpperCase()} ${table}`;
};

/** The newest statement of a transaction where it writes or commits; commits are told apart by what they store first. */
export const findWrite = (
  transaction: readonly Exchange[],
): Pick<KillPoint, "stage" | "label"> | undefined => {
  const stage = stageOf(transaction);
  const last = transaction.at(-1)?.sql.trim() ?? "";
  if (!stage) return undefined;
  const label = /^commit/i.test(last)
    ? transaction.flatMap(({ sql }) => writeOf(sql) ?? []).map((first) => `COMMIT of ${first}`)[0]
    : writeOf(last);
  return label === undefined ? undefined : { stage, label };
};

/** Every statement that a broadcast writes with, at both moments, early and late among its repetitions. */
export const listKillPoints = (recorded: readonly (readonly Exchange[])[]): KillPoint[] => {
  const counts = new Map<string, { write: Pick<KillPoint, "stage" | "label">; count: number }>();
  for (const transaction of recorded) {
    const inTransaction = new Set<string>();
    transaction.forEach((_, index) => {
      const write = findWrite(transaction.slice(0, index + 1));
      const key = write && `${write.stage} ${write.label}`;
      if (!write || key === undefined || inTransaction.has(key)) return;
      inTransaction.add(key);
      counts.set(key, { write, count: (counts.get(key)?.count ?? 0) + 1 });
    });
  }
  return [...counts.values()].flatMap(({ count, write }, index) =>
    (["before", "answered"] as const).map((moment) => ({
      ...{ ...write, moment },
      occurrence: 1 + (index % Math.min(3, count)),
    })),
  );
};
