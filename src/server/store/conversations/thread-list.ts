import { type SQL, sql } from "drizzle-orm";
import { type InboxSort, type InboxView, inboxViews, type ThreadListItem } from "#contract/threads.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import type { Reader } from "#server/db/database.ts";
import { optedOutSql } from "#server/store/people/audience-sql.ts";
import { findPeopleIds, matchesPersonSql } from "#server/store/people/people-search.ts";
import { isVisible, type RecordReach } from "#server/store/people/visible-people.ts";
import {
  afterCursor,
  isUnreadSql,
  type OrderPart,
  orderBy,
  orderParts,
  type ThreadCursor,
  viewCondition,
} from "./thread-views.ts";
import { userRefSql } from "./user-name.ts";

export const isoSql = (column: string): SQL =>
  sql.raw(`to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The values of a row of the list, for the thread `t` of the person `p` as a user sees it. */
export const listColumns = (userId: string): SQL => sql`
  p.id AS "personId", nullif(concat_ws(' ', p.first_name, p.last_name), '') AS name,
  coalesce(p.phone, p.email) AS address, coalesce(t.state, 'closed') AS state, ${userRefSql("o")} AS owner,
  CASE WHEN g.id IS NULL THEN NULL ELSE jsonb_build_object('id', g.id, 'name', g.name) END AS team,
  ${isoSql("t.waiting_since")} AS "waitingSince", ${isoSql("t.snoozed_until")} AS "snoozedUntil",
  ${isoSql("coalesce(t.last_item_at, p.created_at)")} AS "lastItemAt", t.last_text AS "lastText",
  t.last_channel AS "lastChannel", t.last_direction AS "lastDirection",
  coalesce(${isUnreadSql(userId)}, false) AS "isUnread", coalesce(t.under_review, false) AS "underReview",
  coalesce(t.not_sent, false) AS "notSent", ${optedOutSql(sql`p.id`)} AS "optedOut",
  EXISTS (SELECT FROM drafts d WHERE d.user_id = ${userId}::uuid AND d.person_id = p.id) AS "hasDraft",
  (SELECT ${isoSql("min(k.due_at)")} FROM tasks k WHERE k.person_id = p.id AND k.done_at IS NULL) AS "nextTaskAt",
  a.intent_score AS "intentScore",
  CASE WHEN t.taken_until > now() THEN ${isoSql("t.taken_until")} END AS "takenUntil"`;

export const listJoins = sql`LEFT JOIN users o ON o.id = t.owner_id LEFT JOIN teams g ON g.id = t.team_id
  LEFT JOIN ai_profiles a ON a.person_id = p.id`;

export type ThreadQuery = {
  userId: string;
  view: InboxView;
  sort: InboxSort | undefined;
  search: string | undefined;
  /** Those of these teams only; undefined for all threads. */
  teamIds: readonly string[] | undefined;
  /** On `people` with the alias `p`; undefined where all are shown. */
  audience: SQL | undefined;
  /** The user's part of the conversations; undefined for all. */
  reach: RecordReach | undefined;
  cursor: ThreadCursor | undefined;
  limit: number;
};

/**
 * Rows of `threads` as `t`, at most `maxRows` of each team: each team is read by its own index in the order of the list,
 * whatever the number of teams and threads.
 */
const threadsOfTeams = (
  teamIds: readonly string[] | undefined,
  condition: SQL,
  order: SQL,
  maxRows: number,
): SQL => {
  // Not a parameter: with an unknown limit, the server plans the statement anew for each page.
  const limit = sql.raw(`LIMIT ${maxRows}`);
  return teamIds === undefined
    ? sql`SELECT t.* FROM threads t WHERE ${condition} ${order} ${limit}`
    : sql`SELECT t.* FROM unnest(${sql.param([...teamIds])}::uuid[]) AS m (id) CROSS JOIN LATERAL (
        SELECT * FROM threads t WHERE t.team_id = m.id AND ${condition} ${order} ${limit}) t ${order} ${limit}`;
};

/** With more matches than this, the list is read in its order and filtered. */
const maxSearchIds = 1000;

const searchConditions = async (db: Reader, search: string | undefined): Promise<SQL[]> => {
  if (!search) return [];
  const ids = await findPeopleIds(db, search, maxSearchIds + 1);
  return [
    ids.length <= maxSearchIds
      ? sql`t.person_id = ANY(${sql.param(ids)}::uuid[])`
      : sql`EXISTS (SELECT FROM people p WHERE p.id = t.person_id AND ${matchesPersonSql(search)})`,
  ];
};

/** Read state is not indexed by thread, so unread ones are looked for among the newest. */
const maxUnreadScanned = 10_000;

const newestFirst = sql`ORDER BY t.last_item_at DESC NULLS LAST, t.person_id`;

/**
 * Whether the thread `t` is unread and among the newest of a view, so that a list of unread threads does not read every
 * thread for a user who has read them all. A search names its threads and needs no such limit.
 */
const isUnreadAmongNewest = async (
  db: Reader,
  { userId, view, teamIds, search, reach }: ThreadQuery,
): Promise<SQL> => {
  if (search) return isUnreadSql(userId);
  const shown = viewCondition(view === "unread" ? "open" : view, userId);
  const condition = sql`${isVisible("t.person_id", reach)} AND ${shown}`;
  const { rows } = await db.execute<{ oldest: number | null }>(sql`
    SELECT (extract(epoch FROM min(t.last_item_at)) * 1000)::float8 AS oldest
      FROM (${threadsOfTeams(teamIds, condition, newestFirst, maxUnreadScanned)}) t`);
  const oldest = new Date(rows[0]?.oldest ?? 0).toISOString();
  return sql`(t.last_item_at >= ${oldest}::timestamptz AND ${isUnreadSql(userId)})`;
};

type ListedThread = ThreadListItem & { sortKey: number };

/** At least one row more than the page shows. Few sizes, because each is a statement of its own. */
const rowsToRead = (pageSize: number): number => Math.ceil(pageSize / 50) * 50 + 1;

const readPart = async (
  db: Reader,
  { userId, audience, teamIds, limit, reach }: ThreadQuery,
  part: OrderPart,
  filters: readonly SQL[],
  after: ThreadCursor | undefined,
): Promise<ListedThread[]> => {
  const conditions = [
    ...filters,
    isVisible("t.person_id", reach),
    part.where,
    ...(audience ? [sql`EXISTS (SELECT FROM people p WHERE p.id = t.person_id AND ${audience})`] : []),
    ...(after ? [afterCursor(part, after)] : []),
  ];
  const { rows } = await db.execute<ListedThread>(sql`
    WITH page AS MATERIALIZED (
      ${threadsOfTeams(teamIds, sql.join(conditions, sql` AND `), orderBy(part), rowsToRead(limit))})
    SELECT ${listColumns(userId)}, (extract(epoch FROM ${sql.raw(`t.${part.key}`)}) * 1000)::float8 AS "sortKey"
      FROM page t JOIN people p ON p.id = t.person_id ${listJoins} ${orderBy(part)}`);
  return rows;
};

/** Within an hour of waiting, the higher intent is first. Pages are by waiting time, so this orders within a page only. */
const byIntentWithinAnHour = (threads: ListedThread[]): ListedThread[] => {
  const band = ({ sortKey }: ListedThread) => Math.floor(sortKey / hourMs);
  return threads.toSorted(
    (one, other) =>
      band(one) - band(other) ||
      (other.intentScore ?? -1) - (one.intentScore ?? -1) ||
      one.sortKey - other.sortKey,
  );
};

/** A page of a view, and where the next begins. */
export const listThreads = async (
  db: Reader,
  query: ThreadQuery,
): Promise<{ threads: ThreadListItem[]; next: ThreadCursor | null }> => {
  const { view, sort, userId, cursor, limit } = query;
  const search = await searchConditions(db, query.search);
  const isUnreadHere =
    view === "unread" || sort === "unread_first" ? await isUnreadAmongNewest(db, query) : isUnreadSql(userId);
  const filter = view === "unread" ? sql`t.state = 'open' AND ${isUnreadHere}` : viewCondition(view, userId);
  const parts = orderParts(view, sort, isUnreadHere);
  const found: { row: ListedThread; part: number }[] = [];
  for (let part = cursor?.part ?? 0; part < parts.length && found.length <= limit; part++) {
    const order = parts[part];
    if (!order) break;
    const after = part === cursor?.part ? cursor : undefined;
    const rows = await readPart(db, query, order, [filter, ...search], after);
    found.push(...rows.map((row) => ({ row, part })));
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next =
    found.length > limit && last
      ? { part: last.part, key: last.row.sortKey, personId: last.row.personId }
      : null;
  const rows = page.map(({ row }) => row);
  const ordered = view === "waiting" && sort === undefined ? byIntentWithinAnHour(rows) : rows;
  return { threads: ordered.map(({ sortKey: _sortKey, ...thread }) => thread), next };
};

const maxCounted = 1000;

type ViewCounts = Record<InboxView, { count: number; isExact: boolean }>;

/** The number of threads of each view; counting stops at 1,000. */
export const countThreads = async (
  db: Reader,
  userId: string,
  teamIds: readonly string[] | undefined,
  reach?: RecordReach,
): Promise<ViewCounts> => {
  const visible = isVisible("t.person_id", reach);
  const inTeams =
    teamIds === undefined ? visible : sql`${visible} AND t.team_id = ANY(${sql.param([...teamIds])}::uuid[])`;
  // Each team is read up to this number, so that many teams cost no more than one.
  const unreadScanned = Math.ceil(maxUnreadScanned / Math.max(1, teamIds?.length ?? 1));
  const scanned = threadsOfTeams(teamIds, sql`${visible} AND t.state = 'open'`, newestFirst, unreadScanned);
  const counted = inboxViews
    .filter((view) => view !== "unread")
    .map(
      (view) =>
        sql`(SELECT count(*) FROM (SELECT FROM threads t WHERE ${inTeams} AND ${viewCondition(view, userId)}
                                    LIMIT ${maxCounted + 1}) counted)::int AS ${sql.identifier(view)}`,
    );
  const { rows } = await db.execute<Record<InboxView | "scanned", number>>(sql`
    SELECT ${sql.join(counted, sql`, `)}, newest.unread, newest.scanned
      FROM (SELECT count(*) FILTER (WHERE ${isUnreadSql(userId)})::int AS unread, count(*)::int AS scanned
              FROM (${scanned}) t) newest`);
  const counts = rows[0];
  return Object.fromEntries(
    inboxViews.map((view) => {
      const count = counts?.[view] ?? 0;
      const isWhole = view !== "unread" || (counts?.scanned ?? 0) < unreadScanned;
      return [view, { count: Math.min(count, maxCounted), isExact: count <= maxCounted && isWhole }];
    }),
  ) as ViewCounts;
};
