import { type SQL, sql } from "drizzle-orm";
import { type AudienceNode, audience, rowsOf } from "#domain/audience/audience.ts";
import { type CompiledAudience, compileAudience } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import { splitFieldId } from "#domain/audience/fields.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import type { Reader } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { audienceSql } from "./audience-sql.ts";

/** Who asks, when, and in which timezone days begin. */
export type AudienceUse = Pick<AudienceContext, "now" | "userId" | "timezone">;

/** What audiences may refer to: custom fields, segments, rules, imports, broadcasts and teams. */
export type AudienceReferences = Omit<AudienceContext, keyof AudienceUse> & {
  segmentNames: ReadonlyMap<string, string>;
};

const referringFamilies = ["field", "segment", "rule", "import", "broadcast", "thread"] as const;
type ReferringFamily = (typeof referringFamilies)[number];

/** What a list of audiences names. A segment may name anything else. */
const familiesIn = (audiences: readonly AudienceNode[]): ReadonlySet<string> => {
  const starts = new Set(audiences.flatMap(rowsOf).map(({ field }) => splitFieldId(field)[0]));
  return starts.has("segment") ? new Set(referringFamilies) : starts;
};

/** Reads what the audiences refer to; without a list, everything that an audience may refer to. */
export const readAudienceReferences = async (
  db: Reader,
  audiences?: readonly AudienceNode[],
): Promise<AudienceReferences> => {
  const families: ReadonlySet<string> = audiences ? familiesIn(audiences) : new Set(referringFamilies);
  const read = async <Row extends object>(family: ReferringFamily, query: SQL): Promise<Row[]> =>
    families.has(family) ? ((await db.execute(query)).rows as Row[]) : [];
  const [fields, segments, rules, imports, broadcasts, members] = await inOneRoundTrip([
    read<{ key: string; kind: PersonFieldKind }>(
      "field",
      sql`SELECT key, kind FROM person_fields WHERE archived_at IS NULL`,
    ),
    read<{ id: string; name: string; audience: unknown }>(
      "segment",
      sql`SELECT id, name, audience FROM views WHERE kind = 'segment'`,
    ),
    read<{ id: string }>("rule", sql`SELECT id FROM rules`),
    read<{ id: string }>("import", sql`SELECT id FROM batches WHERE kind = 'import'`),
    read<{ id: string }>("broadcast", sql`SELECT id FROM broadcasts`),
    read<{ userId: string; teamIds: string[] }>(
      "thread",
      sql`SELECT user_id AS "userId", array_agg(team_id) AS "teamIds" FROM team_members GROUP BY user_id`,
    ),
  ]);
  return {
    customFields: new Map(fields.map(({ key, kind }) => [key, kind])),
    segments: new Map(segments.map(({ id, audience }) => [id, audience])),
    segmentNames: new Map(segments.map(({ id, name }) => [id, name])),
    ruleIds: new Set(rules.map(({ id }) => id)),
    importIds: new Set(imports.map(({ id }) => id)),
    broadcastIds: new Set(broadcasts.map(({ id }) => id)),
    teamsOf: new Map(members.map(({ userId, teamIds }) => [userId, teamIds])),
  };
};

/** Compiles an audience with what it refers to. */
export const readAudience = async (
  db: Reader,
  stored: unknown,
  use: AudienceUse,
): Promise<{ context: AudienceContext; compiled: CompiledAudience }> => {
  const { data } = audience.safeParse(stored);
  const context = { ...use, ...(await readAudienceReferences(db, data ? [data] : [])) };
  return { context, compiled: compileAudience(stored, context) };
};

export type AudienceCondition = { ok: boolean; sql: SQL };

export const conditionOf = (compiled: CompiledAudience, context: AudienceContext): AudienceCondition =>
  compiled.ok ? { ok: true, sql: audienceSql(compiled.tree, context) } : { ok: false, sql: sql`false` };

/**
 * The condition on `people` with the alias `p` that an audience stands for; it is never NULL. An audience that cannot
 * be read is not `ok`, and its condition is false: it matches nobody.
 */
export const audienceCondition = async (
  db: Reader,
  stored: unknown,
  use: AudienceUse,
): Promise<AudienceCondition> => {
  const { context, compiled } = await readAudience(db, stored, use);
  return conditionOf(compiled, context);
};
