import { type SQL, sql } from "drizzle-orm";
import {
  columnsFor,
  type PersonColumnName,
  type PersonValues,
  personColumns,
} from "#domain/people/person-columns.ts";

export const personColumnNames = Object.keys(personColumns) as PersonColumnName[];

/** Types of the JSON that carries rows to the database. */
const jsonTypes = {
  uuid: "uuid",
  text: "text",
  "text[]": "jsonb",
  jsonb: "jsonb",
  smallint: "int",
  timestamptz: "float8",
} as const;

const selected = (alias: string, name: PersonColumnName): string => {
  const { column, type } = personColumns[name];
  const value =
    type === "timestamptz" ? `(extract(epoch FROM ${alias}.${column}) * 1000)::float8` : `${alias}.${column}`;
  return `${value} AS "${name}"`;
};

/** All columns of people under their names in code; instants as milliseconds since 1970. */
export const selectPerson = (alias: string): SQL =>
  sql.raw(personColumnNames.map((name) => selected(alias, name)).join(", "));

/** What the API shows of the person with the alias `p`; instants as the database has them. */
export const shownColumnsText = columnsFor("api")
  .map((name) => `p.${personColumns[name].column} AS "${name}"`)
  .join(", ");

const rowValue = (name: PersonColumnName): string => {
  const { type } = personColumns[name];
  // An undo may name a user who was deleted since.
  if (name === "assignedAgentId") return `(SELECT u.id FROM users u WHERE u.id = row."assignedAgentId")`;
  if (type === "text[]") return `ARRAY(SELECT jsonb_array_elements_text(row."${name}"))`;
  if (type === "timestamptz") return `to_timestamp(row."${name}" / 1000)`;
  return `row."${name}"`;
};

const columnsOf = (names: readonly PersonColumnName[]): string =>
  names.map((name) => personColumns[name].column).join(", ");

/** Only the named values: an absent key is null, and the server parses a quarter faster without those. */
const toJson = (people: readonly PersonValues[], names: readonly PersonColumnName[]): string =>
  JSON.stringify(
    people.map((person) => {
      const kept: Record<string, unknown> = {};
      for (const name of names) if (person[name] !== null) kept[name] = person[name];
      return kept;
    }),
  );

const rowsOf = (people: readonly PersonValues[], names: readonly PersonColumnName[]): SQL =>
  sql`jsonb_to_recordset(${toJson(people, names)}::jsonb) AS ${sql.raw(
    `row (${names.map((name) => `"${name}" ${jsonTypes[personColumns[name].type]}`).join(", ")})`,
  )}`;

export const insertPeopleSql = (people: readonly PersonValues[]): SQL => sql`
  INSERT INTO people (${sql.raw(columnsOf(personColumnNames))})
  SELECT ${sql.raw(personColumnNames.map(rowValue).join(", "))} FROM ${rowsOf(people, personColumnNames)}`;

/** Only the named columns: a trigger of the stage runs for every row of a statement that names it. */
export const updatePeopleSql = (
  people: readonly PersonValues[],
  changed: readonly PersonColumnName[],
): SQL => sql`
  UPDATE people SET ${sql.raw(
    changed.map((name) => `${personColumns[name].column} = ${rowValue(name)}`).join(", "),
  )}
    FROM ${rowsOf(people, ["id", ...changed])} WHERE people.id = row.id`;
