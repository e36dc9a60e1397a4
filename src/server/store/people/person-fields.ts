import { asc, eq, sql } from "drizzle-orm";
import type { PersonField } from "#contract/person-fields.ts";
import { type FieldDefinition, isReadableValue } from "#domain/people/field-kinds.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personFields } from "#server/db/schema/person-fields.ts";

type PersonFieldRow = typeof personFields.$inferSelect;

const presentField = (row: PersonFieldRow): PersonField => ({
  key: row.key,
  label: { en: row.labelEn, es: row.labelEs },
  kind: row.kind,
  choices: row.choices,
  position: row.position,
  pii: row.pii,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
});

/** All custom fields in their order, archived ones too. */
export const listPersonFields = async (db: Reader): Promise<PersonField[]> => {
  const rows = await db
    .select()
    .from(personFields)
    .orderBy(asc(personFields.position), asc(personFields.key));
  return rows.map(presentField);
};

/** All fields; until the transaction ends no other can change them, because keys, order and number concern them all. */
export const lockPersonFields = async (tx: Tx): Promise<PersonField[]> => {
  await tx.execute(sql`LOCK TABLE person_fields IN SHARE ROW EXCLUSIVE MODE`);
  return listPersonFields(tx);
};

type FieldValuesOfRow = Pick<PersonField, "label" | "kind" | "choices" | "pii">;

const toColumns = ({ label, ...values }: Partial<FieldValuesOfRow>) => ({
  ...values,
  ...(label ? { labelEn: label.en, labelEs: label.es } : {}),
});

export const insertPersonField = async (
  tx: Tx,
  { key, position, label, ...values }: FieldValuesOfRow & Pick<PersonField, "key" | "position">,
): Promise<PersonField> => {
  const [row] = await tx
    .insert(personFields)
    .values({ key, position, ...values, labelEn: label.en, labelEs: label.es })
    .returning();
  if (!row) throw new Error("The field was not inserted");
  return presentField(row);
};

export const updatePersonField = async (
  tx: Tx,
  key: string,
  { archivedAt, ...change }: Partial<FieldValuesOfRow> & { archivedAt?: Date | null },
): Promise<PersonField> => {
  const [row] = await tx
    .update(personFields)
    .set({
      ...toColumns(change),
      ...(archivedAt === undefined ? {} : { archivedAt }),
      updatedAt: sql`greatest(date_trunc('milliseconds', clock_timestamp()), person_fields.updated_at + interval '1 millisecond')`,
    })
    .where(eq(personFields.key, key))
    .returning();
  if (!row) throw new Error("A locked field is gone");
  return presentField(row);
};

/** Numbers the fields in the order of the keys. */
export const orderPersonFields = async (tx: Tx, keys: string[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE person_fields SET position = place - 1
      FROM unnest(${sql.param(keys)}::text[]) WITH ORDINALITY AS row (key, place)
     WHERE person_fields.key = row.key AND position <> place - 1`);
};

export type FieldCounts = { people: number; unreadable: number };

/** More different values than this are not looked at; the counts are then at least so many. */
const maxDifferentValues = 200_000;

/** How many people have a value, and how many of these do not read under the definition. */
export const countFieldValues = async (
  db: Reader,
  key: string,
  definition: FieldDefinition,
): Promise<FieldCounts> => {
  const { rows } = await db.execute<{ value: unknown; count: number }>(sql`
    SELECT fields -> ${key}::text AS value, count(*)::int AS count FROM people
     WHERE fields ? ${key}::text GROUP BY 1 LIMIT ${maxDifferentValues}`);
  return {
    people: rows.reduce((sum, { count }) => sum + count, 0),
    unreadable: rows.reduce(
      (sum, { value, count }) => sum + (isReadableValue(value, definition) ? 0 : count),
      0,
    ),
  };
};

/** What names the field: `template:Welcome`, `endpoint:Web form`, `segment:Owners`, `view:…`, `rule:…`. */
export const findFieldUses = async (db: Reader, key: string): Promise<string[]> => {
  const pattern = `field\\.${key}([^a-z0-9_]|$)`;
  const { rows } = await db.execute<{ use: string }>(sql`
    SELECT DISTINCT 'template:' || name AS use FROM message_templates
     WHERE coalesce(subject, '') ~ ${pattern} OR body ~ ${pattern} OR design::text ~ ${pattern}
    UNION SELECT 'endpoint:' || name FROM endpoints WHERE mapping_template::text ~ ${pattern}
    UNION SELECT kind || ':' || name FROM views WHERE owner_id IS NULL AND audience::text ~ ${pattern}
    UNION SELECT 'rule:' || name FROM rules WHERE conditions::text ~ ${pattern} OR EXISTS (
      SELECT FROM jsonb_array_elements(actions) step
       WHERE (step ->> 'type' = 'set_field' AND split_part(step ->> 'template', '=', 1) = ${key})
          OR step -> 'wait' ->> 'around' = ${key})
    ORDER BY 1 LIMIT 200`);
  return rows.map(({ use }) => use);
};

export type StoredFieldValue = { id: string; value: unknown };

/** The next people who have a value, by id. */
export const readFieldPage = async (
  db: Reader,
  key: string,
  afterId: string | null,
  limit: number,
): Promise<StoredFieldValue[]> => {
  const { rows } = await db.execute<StoredFieldValue>(sql`
    SELECT id, fields -> ${key}::text AS value FROM people
     WHERE fields ? ${key}::text AND ${afterId === null ? sql`true` : sql`id > ${afterId}`} ORDER BY id LIMIT ${limit}`);
  return rows;
};

/** Replaces values that are still the old ones. The people's versions stay, because what the values say stays. */
export const convertFieldValues = async (
  tx: Tx,
  key: string,
  values: { id: string; before: unknown; after: unknown }[],
): Promise<void> => {
  if (values.length === 0) return;
  await tx.execute(sql`
    UPDATE people SET fields = jsonb_set(fields, ARRAY[${key}::text], row.after)
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS row (id uuid, before jsonb, after jsonb)
     WHERE people.id = row.id AND people.fields -> ${key}::text = row.before`);
};
