import { asc, desc, eq, or, sql } from "drizzle-orm";
import type { ScriptVersion } from "#contract/scripts.ts";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";
import { scripts, scriptVersions } from "#server/db/schema/voice.ts";

export type Script = typeof scripts.$inferSelect;

export const listScripts = (db: Reader): Promise<Script[]> =>
  db.select().from(scripts).orderBy(asc(scripts.name), asc(scripts.id));

const definitionFields = Object.keys(scriptInput.shape) as (keyof ScriptInput)[];

/** What a version keeps of a script. Not parsed: an older row may hold what the API now refuses. */
const toDefinition = (script: Script): Record<string, unknown> =>
  Object.fromEntries(definitionFields.map((name) => [name, script[name]]));

const insertScriptVersion = async (tx: Tx, script: Script, changedBy: string | null): Promise<void> => {
  await tx
    .insert(scriptVersions)
    .values({ scriptId: script.id, version: script.version, definition: toDefinition(script), changedBy });
};

/** Scripts from before versions were stored have none for the state that a save replaces. */
const keepReplacedVersion = async (tx: Tx, script: Script): Promise<void> => {
  await tx
    .insert(scriptVersions)
    .values({
      scriptId: script.id,
      version: script.version,
      definition: toDefinition(script),
      createdAt: script.updatedAt,
    })
    .onConflictDoNothing();
};

export const insertScript = async (
  tx: Tx,
  script: ScriptInput,
  changedBy: string | null,
): Promise<Script> => {
  const [created] = await tx.insert(scripts).values(script).returning();
  if (!created) throw new Error("An insert returned no row");
  await insertScriptVersion(tx, created, changedBy);
  return created;
};

/** The script, whose row stays locked until the transaction ends. */
export const lockScript = async (tx: Tx, id: string): Promise<Script | undefined> => {
  const [script] = await tx.select().from(scripts).where(eq(scripts.id, id)).for("update");
  return script;
};

/** Later than before even within a millisecond, so that an outdated save is always noticed. */
const nextUpdatedAt = sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${scripts.updatedAt} + interval '1 millisecond')`;

/** Saves a locked script as its next version. */
export const updateScript = async (
  tx: Tx,
  before: Script,
  change: Partial<ScriptInput>,
  changedBy: string | null,
): Promise<Script> => {
  await keepReplacedVersion(tx, before);
  const [updated] = await tx
    .update(scripts)
    .set({ ...change, version: before.version + 1, updatedAt: nextUpdatedAt })
    .where(eq(scripts.id, before.id))
    .returning();
  if (!updated) throw new Error("An update returned no row");
  await insertScriptVersion(tx, updated, changedBy);
  return updated;
};

export const deleteScript = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(scripts).where(eq(scripts.id, id));
};

const maxVersions = 200;

/** Newest first. Versions that this release cannot parse are left out. */
export const listScriptVersions = async (db: Reader, scriptId: string): Promise<ScriptVersion[]> => {
  const rows = await db
    .select({
      version: scriptVersions.version,
      definition: scriptVersions.definition,
      changedBy: users.email,
      createdAt: scriptVersions.createdAt,
    })
    .from(scriptVersions)
    .leftJoin(users, eq(users.id, scriptVersions.changedBy))
    .where(eq(scriptVersions.scriptId, scriptId))
    .orderBy(desc(scriptVersions.version))
    .limit(maxVersions);
  return rows.flatMap(({ definition, createdAt, ...row }) => {
    const parsed = scriptInput.safeParse(definition);
    return parsed.success ? [{ ...row, definition: parsed.data, createdAt: createdAt.toISOString() }] : [];
  });
};

/**
 * The script of a call. An id finds its script even if it is disabled; a name, which may also be a use case, finds
 * enabled ones only, in the wanted language where there is one.
 */
export const findScriptForCall = async (
  db: Reader,
  { id, name, language }: { id?: string; name?: string; language?: string },
): Promise<Script | undefined> => {
  if (id !== undefined) {
    const [script] = await db.select().from(scripts).where(eq(scripts.id, id));
    return script;
  }
  if (name === undefined) return undefined;
  const wanted = name.trim().toLowerCase();
  const hasName = sql`lower(${scripts.name}) = ${wanted}`;
  const [script] = await db
    .select()
    .from(scripts)
    .where(sql`${scripts.enabled} AND ${or(hasName, eq(scripts.useCase, wanted))}`)
    .orderBy(
      desc(hasName),
      desc(sql`${scripts.language} = ${language ?? ""}`),
      asc(scripts.name),
      asc(scripts.id),
    )
    .limit(1);
  return script;
};
