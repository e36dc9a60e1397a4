import { type SQL, sql } from "drizzle-orm";
import type { ResolvedNode, ResolvedRow } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import type { FieldFamilyId, PlainFieldId } from "#domain/audience/fields.ts";
import type { RowTest } from "#domain/audience/row-test.ts";
import type { ConsentChannel, ConversationChannel } from "#domain/channels/channel.ts";
import { forPlainColumns, personColumns } from "#domain/people/person-columns.ts";
import { personStatuses } from "#domain/person.ts";
import { isInBroadcast } from "#server/store/broadcasts/broadcast-outcomes.ts";
import { countedSuppressions } from "#server/store/compliance/counted-suppressions.ts";
import { askCount, askExists } from "./audience-asks-sql.ts";
import { customFieldSql } from "./audience-custom-sql.ts";
import { testSql, withSearchIndex } from "./audience-tests-sql.ts";

/** Whether the person with the alias `p` passes the test of a row. Total: never NULL. */
type FieldSql = (test: RowTest, context: AudienceContext) => SQL;
type FamilySql = (row: ResolvedRow, parameter: string, context: AudienceContext) => SQL;

const text =
  (value: SQL): FieldSql =>
  (test) =>
    testSql(test, "text")(value);

/** A text that the column `search` contains. */
const searchedText =
  (value: SQL): FieldSql =>
  (test) =>
    withSearchIndex(test, testSql(test, "text")(value));

const user =
  (value: SQL): FieldSql =>
  (test) =>
    testSql(test, "uuid")(value);

const plain =
  (value: SQL): FieldSql =>
  (test) =>
    testSql(test)(value);

/** The value is in a row of its own, which a person may not have. */
const inRow =
  (from: SQL, value: SQL, type: "text" | "uuid" | "other" = "other"): FieldSql =>
  (test) =>
    sql`EXISTS (SELECT FROM ${from} AND ${testSql(test, type)(value)})`;

/** The value is computed by a query of its own, and is compared once. */
const computed =
  (query: SQL): FieldSql =>
  (test) =>
    sql`EXISTS (SELECT FROM (SELECT (${query}) AS value) computed WHERE ${testSql(test)(sql`computed.value`)})`;

const location = sql`person_locations x WHERE x.person_id = p.id`;
const scores = sql`ai_profiles x WHERE x.person_id = p.id`;
const thread = sql`threads x WHERE x.person_id = p.id`;
const openTasks = sql`tasks x WHERE x.person_id = p.id AND x.done_at IS NULL`;

const stages = sql.raw(`ARRAY[${personStatuses.map((status) => `'${status}'`).join(", ")}]::text[]`);

type ContactColumn = "last_inbound_at" | "last_outbound_at";

const channelContact = (column: ContactColumn, channel: ConversationChannel): FieldSql =>
  inRow(
    sql`conversations x WHERE x.person_id = p.id AND x.channel = ${channel}::text`,
    sql.raw(`x.${column}`),
  );

/** The newest of all channels, asked for without computing it, so that a query may start from the conversations. */
const newestContact =
  (column: ContactColumn): FieldSql =>
  (test) => {
    const at = sql.raw(`x.${column}`);
    const hasOne = (from: number | null): SQL =>
      sql`EXISTS (SELECT FROM conversations x WHERE x.person_id = p.id AND ${testSql({ is: "instant", from, to: null })(at)})`;
    if (test.is !== "instant") return hasOne(null);
    return test.to === null ? hasOne(test.from) : sql`${hasOne(test.from)} AND NOT ${hasOne(test.to)}`;
  };

/** The newest consent to marketing as the gate reads it. */
const consent = (channel: ConsentChannel): FieldSql =>
  computed(sql`SELECT coalesce(
    (SELECT CASE WHEN x.state = 'granted' AND x.proof IS NULL THEN 'unproven' ELSE x.state END
       FROM consent_records x WHERE x.person_id = p.id AND x.channel = ${channel}::text AND x.purpose = 'marketing'
      ORDER BY x.created_at DESC, x.id DESC LIMIT 1),
    CASE WHEN p.consents @> ${JSON.stringify({ [channel]: true })}::jsonb THEN 'unproven' ELSE 'none' END)`);

/**
 * Whether an opt-out of one of a person's addresses is in force: the newest of an address and scope counts, and an
 * opt-in to all channels ends those of its own address before it.
 */
export const optedOutSql = (person: SQL): SQL => sql`coalesce((
  SELECT bool_or(x.in_force) FROM (
    SELECT max(y.created_at) FILTER (WHERE y.state = 'opted_out')
           > coalesce(max(y.created_at) FILTER (WHERE y.state = 'released' AND y.scope = 'all'), '-infinity') AS in_force
      FROM (SELECT DISTINCT ON (s.address_hash, s.scope) s.address_hash, s.state, s.scope, s.created_at
              FROM person_addresses a JOIN ${countedSuppressions} s ON s.address_hash = a.hash
             WHERE a.person_id = ${person} AND s.source <> 'bounce'
             ORDER BY s.address_hash, s.scope, s.created_at DESC, s.id DESC) y
     GROUP BY y.address_hash) x), false)`;

const plainFieldSql = {
  type: plain(sql`p.type`),
  status: plain(sql`p.status`),
  stage_reached: plain(sql`(${stages})[p.stage_reached + 1]`),
  first_name: searchedText(sql`p.first_name`),
  last_name: searchedText(sql`p.last_name`),
  name: searchedText(sql`nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')), '')`),
  email: searchedText(sql`p.email`),
  phone: searchedText(sql`p.phone`),
  any_address: inRow(sql`person_addresses x WHERE x.person_id = p.id`, sql`x.value`, "text"),
  language: plain(sql`p.language`),
  ...forPlainColumns((name) => text(sql`p.${sql.identifier(personColumns[name].column)}`)),
  timezone: text(sql`p.timezone`),
  area: inRow(location, sql`x.area_code`),
  distance: (test) =>
    sql`EXISTS (SELECT FROM ${location} AND ${testSql(test)(test.is === "near" ? sql`x` : sql`x.latitude`)})`,
  location_precision: inRow(location, sql`x.precision`),
  tags: plain(sql`p.tags`),
  sources: plain(sql`p.sources`),
  owner: user(sql`p.assigned_agent_id`),
  created_at: plain(sql`p.created_at`),
  updated_at: plain(sql`p.updated_at`),
  converted_at: plain(sql`p.converted_at`),
  intent: inRow(scores, sql`x.intent_score`),
  propensity: inRow(scores, sql`x.propensity_to_buy`),
  churn: inRow(scores, sql`x.churn_risk`),
  preferred_channel: inRow(scores, sql`x.preferred_channel`, "text"),
  next_action: inRow(scores, sql`x.next_best_action`, "text"),
  scored_at: inRow(scores, sql`x.updated_at`),
  "consent.sms": consent("sms"),
  "consent.whatsapp": consent("whatsapp"),
  "consent.call": consent("call"),
  "consent.email": consent("email"),
  dnc: plain(sql`(p.consents @> '{"dnc": true}')`),
  opted_out: () => optedOutSql(sql`p.id`),
  last_inbound_at: newestContact("last_inbound_at"),
  "last_inbound_at.sms": channelContact("last_inbound_at", "sms"),
  "last_inbound_at.whatsapp": channelContact("last_inbound_at", "whatsapp"),
  "last_inbound_at.call": channelContact("last_inbound_at", "call"),
  "last_inbound_at.email": channelContact("last_inbound_at", "email"),
  "last_inbound_at.x": channelContact("last_inbound_at", "x"),
  last_outbound_at: newestContact("last_outbound_at"),
  "last_outbound_at.sms": channelContact("last_outbound_at", "sms"),
  "last_outbound_at.whatsapp": channelContact("last_outbound_at", "whatsapp"),
  "last_outbound_at.call": channelContact("last_outbound_at", "call"),
  "last_outbound_at.email": channelContact("last_outbound_at", "email"),
  "last_outbound_at.x": channelContact("last_outbound_at", "x"),
  last_human_at: inRow(thread, sql`x.last_human_at`),
  "thread.state": inRow(thread, sql`x.state`),
  "thread.owner": inRow(thread, sql`x.owner_id`, "uuid"),
  "thread.team": inRow(thread, sql`x.team_id`, "uuid"),
  "thread.waiting_since": inRow(thread, sql`x.waiting_since`),
  next_task_at: computed(sql`SELECT min(x.due_at) FROM ${openTasks}`),
  "task.overdue": (_, { now }) =>
    sql`EXISTS (SELECT FROM ${openTasks} AND x.due_at < ${new Date(now).toISOString()}::timestamptz)`,
  "duplicate.open": () => sql`p.id IN (
    SELECT x.person_id FROM possible_duplicates x WHERE x.decision IS NULL
    UNION ALL SELECT x.other_id FROM possible_duplicates x WHERE x.decision IS NULL)`,
  bucket: plain(sql`p.id`),
} as const satisfies Record<PlainFieldId, FieldSql>;

const countSql: FamilySql = ({ ask, test }) => {
  if (!ask || test.is !== "number") return sql`false`;
  const [comparison] = test.comparisons;
  if (comparison?.operator === ">=" && comparison.value === 1) return askExists(ask);
  const isNever = comparison?.operator === "=" || comparison?.operator === "<=";
  return isNever && comparison?.value === 0 ? sql`NOT ${askExists(ask)}` : testSql(test)(askCount(ask));
};

const familySql = {
  field: ({ test }, key, { customFields }) => customFieldSql(key, customFields.get(key), test),
  event: countSql,
  message: countSql,
  call: countSql,
  rule: ({ ask, test }) =>
    ask ? testSql(test)(sql`(CASE WHEN ${askExists(ask)} THEN 'fired' ELSE 'never' END)`) : sql`false`,
  import: ({ ask }) => (ask ? askExists(ask) : sql`false`),
  broadcast: ({ test }, id) => {
    if (test.is === "empty") return sql`NOT ${isInBroadcast(id, [])}`;
    if (test.is === "has_any") return isInBroadcast(id, test.values);
    if (test.is !== "has_all") return sql`false`;
    return sql.join(
      test.values.map((value) => isInBroadcast(id, [value])),
      sql` AND `,
    );
  },
} as const satisfies Record<FieldFamilyId, FamilySql>;

const rowSql = (row: ResolvedRow, context: AudienceContext): SQL => {
  const { field, test } = row;
  return field.family === null
    ? plainFieldSql[field.id](test, context)
    : familySql[field.family](row, field.parameter, context);
};

/** The condition on the person with the alias `p` under which the predicate of the same audience is true. */
export const audienceSql = (node: ResolvedNode, context: AudienceContext): SQL => {
  switch (node.is) {
    case "everybody":
      return sql`true`;
    case "all":
    case "any": {
      const parts = node.nodes.map((child) => audienceSql(child, context));
      return sql`(${sql.join(parts, node.is === "all" ? sql` AND ` : sql` OR `)})`;
    }
    case "not":
      return sql`NOT (${audienceSql(node.node, context)})`;
    case "segment":
      return audienceSql(node.node, context);
    case "row":
      return sql`(${rowSql(node, context)})`;
  }
};
