import { and, eq, sql } from "drizzle-orm";
import type { ApprovalState } from "#domain/approvals/approval.ts";
import type { ApprovalFailure, ApprovalGate } from "#domain/approvals/content.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { approvals } from "#server/db/schema/approvals.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";

export type ApprovalRow = typeof approvals.$inferSelect;

export type NewApproval = Pick<
  ApprovalRow,
  "kind" | "tokenName" | "userId" | "client" | "personId" | "content" | "reason" | "cost" | "gate"
> & { tokenId: string | null; expiresAt: number };

/** Keeps two requests of a token from both being the last that is allowed. */
const lockToken = async (tx: Tx, tokenId: string): Promise<void> => {
  await tx.execute(sql`SELECT 1 FROM api_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`);
};

/** How much of its limits a token has used; the token stays locked until the transaction ends. */
export const countForToken = async (
  tx: Tx,
  tokenId: string,
): Promise<{ open: number; sendsToday: number }> => {
  await lockToken(tx, tokenId);
  const { rows } = await tx.execute<{ open: number; sendsToday: number }>(sql`
    SELECT count(*) FILTER (WHERE state = 'pending' AND expires_at > now())::int AS open,
           count(*) FILTER (WHERE kind IN ('send', 'call') AND created_at > now() - interval '1 day'
             AND (state = 'executed' OR (state = 'pending' AND expires_at > now())))::int AS "sendsToday"
      FROM approvals WHERE token_id = ${tokenId} AND created_at > now() - interval '2 days'`);
  return rows[0] ?? { open: 0, sendsToday: 0 };
};

export const insertApproval = async (tx: Tx, approval: NewApproval): Promise<ApprovalRow> => {
  const [row] = await tx
    .insert(approvals)
    .values({ ...approval, expiresAt: new Date(approval.expiresAt) })
    .returning();
  if (!row) throw new Error("An insert returned no row");
  return row;
};

/** A row with the names that readers need. */
export type ListedApproval = ApprovalRow & {
  personName: string | null;
  userName: string | null;
  decidedByName: string | null;
  actionStatus: string | null;
};

/** Names of columns are written out, because Drizzle leaves the table out where there is no join. */
const userNameOf = (column: "user_id" | "decided_by") =>
  sql<string | null>`(SELECT coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)
     FROM users u WHERE u.id = ${sql.raw(`approvals.${column}`)})`;

const selectListed = (db: Reader) =>
  db
    .select({
      approval: approvals,
      personName: sql<
        string | null
      >`(SELECT ${personNameSql} FROM people p WHERE p.id = approvals.person_id)`,
      userName: userNameOf("user_id"),
      decidedByName: userNameOf("decided_by"),
      actionStatus: sql<string | null>`(SELECT actions.status FROM actions WHERE actions.id = approvals.id)`,
    })
    .from(approvals)
    .$dynamic();

const flatten = (rows: Awaited<ReturnType<typeof selectListed>>): ListedApproval[] =>
  rows.map(({ approval, ...names }) => ({ ...approval, ...names }));

/** Tokens have few open at a time, so this is one page. */
const maxWaiting = 200;
const pageSize = 30;
const keptDays = 90;

/** What waits, about one person or all, the soonest to expire first. */
export const listWaiting = async (db: Reader, personId?: string): Promise<ListedApproval[]> =>
  flatten(
    await selectListed(db)
      .where(
        and(
          eq(approvals.state, "pending"),
          sql`${approvals.expiresAt} > now()`,
          personId === undefined ? undefined : eq(approvals.personId, personId),
        ),
      )
      .orderBy(approvals.expiresAt, approvals.id)
      .limit(maxWaiting),
  );

/** What was decided or expired, newest first. */
export const listDecided = async (
  db: Reader,
  before: string | undefined,
): Promise<{ rows: ListedApproval[]; next: string | null }> => {
  const [time = "", id = ""] = before?.split("_") ?? [];
  const rows = flatten(
    await selectListed(db)
      .where(
        and(
          sql`${approvals.state} <> 'pending'`,
          before === undefined
            ? undefined
            : sql`(${approvals.createdAt}, ${approvals.id}) < (${time}::timestamptz, ${id}::uuid)`,
        ),
      )
      .orderBy(sql`${approvals.createdAt} DESC NULLS LAST`, sql`${approvals.id} DESC NULLS LAST`)
      .limit(pageSize),
  );
  const last = rows.at(-1);
  const next = rows.length === pageSize && last ? `${last.createdAt.toISOString()}_${last.id}` : null;
  return { rows, next };
};

export const findApproval = async (db: Reader, id: string): Promise<ListedApproval | undefined> =>
  flatten(await selectListed(db).where(eq(approvals.id, id)))[0];

/**
 * The approval, whose row stays locked until the transaction ends, so that it is decided once. The person is locked
 * first, as an erasure and a merge do it.
 */
export const lockApproval = async (tx: Tx, id: string): Promise<ApprovalRow | undefined> => {
  await tx.execute(sql`
    SELECT 1 FROM people WHERE id = (SELECT person_id FROM approvals WHERE id = ${id}) FOR KEY SHARE`);
  return (await tx.select().from(approvals).where(eq(approvals.id, id)).for("update"))[0];
};

export type ApprovalDecision = {
  state: ApprovalState;
  decidedBy: string | null;
  failure: ApprovalFailure | null;
  gate: ApprovalGate | null;
};

export const saveApprovalDecision = async (
  tx: Tx,
  id: string,
  { state, decidedBy, failure, gate }: ApprovalDecision,
): Promise<void> => {
  await tx
    .update(approvals)
    .set({ state, decidedBy, decidedAt: sql`now()`, failure, decidedGate: gate })
    .where(eq(approvals.id, id));
};

export const countWaiting = async (db: Reader): Promise<{ waiting: number; knowledge: number }> => {
  const { rows } = await db.execute<{ waiting: number; knowledge: number }>(sql`
    SELECT count(*)::int AS waiting, count(*) FILTER (WHERE kind = 'knowledge')::int AS knowledge
      FROM approvals WHERE state = 'pending' AND expires_at > now()`);
  return rows[0] ?? { waiting: 0, knowledge: 0 };
};

/** Notes that no operator decided in time; returns how many. */
export const expireApprovals = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE approvals SET state = 'expired'
     WHERE id IN (SELECT id FROM approvals WHERE state = 'pending' AND expires_at <= now()
                   ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
};

/** Deletes what was decided long ago; the audit log keeps that it happened. */
export const deleteOldApprovals = async (tx: Tx): Promise<void> => {
  await tx.execute(
    sql`DELETE FROM approvals WHERE state <> 'pending' AND created_at < now() - make_interval(days => ${keptDays})`,
  );
};

/** Users who may decide. */
export const listDeciders = async (db: Reader): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT u.id FROM users u WHERE u.active AND ${hasLevelSql("u", ["approvals"], "work")} ORDER BY u.id`,
  );
  return rows.map(({ id }) => id);
};
