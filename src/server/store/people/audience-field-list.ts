import { sql } from "drizzle-orm";
import type { AudienceField } from "#contract/audiences.ts";
import { messageResults } from "#domain/audience/facts.ts";
import { ruleRunStates } from "#domain/audience/fields/automation.ts";
import { customFieldKinds } from "#domain/audience/fields/custom.ts";
import { plainFields } from "#domain/audience/fields.ts";
import { broadcastParts, channelPrefix, reasonPrefix } from "#domain/broadcasts/broadcast-parts.ts";
import { channels } from "#domain/channels/channel.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import { puertoRico, stateOfArea } from "#domain/places/state-codes.ts";
import { callOutcomes } from "#domain/voice/call.ts";
import type { Db } from "#server/db/database.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { listUsedAreas } from "./locations.ts";
import type { RecordReach } from "./visible-people.ts";

type Choices = AudienceField["choices"];

const choicesOf = (values: readonly string[]): Choices => values.map((value) => ({ value, label: null }));
const sameLabel = (name: string): AudienceField["label"] => ({ en: name, es: name });

type ListedChoices = { users: Choices; teams: Choices; areas: Choices };

/** States and the municipalities of Puerto Rico; other counties only where people live, because there are 3,000. */
const areaChoices = (used: readonly string[]): Choices => {
  const gazetteer = readGazetteer();
  return gazetteer.areas
    .filter(({ code }) => code.length === 2 || stateOfArea(code) === puertoRico || used.includes(code))
    .map(({ code }) => ({ value: code, label: gazetteer.label(code) ?? code }));
};

const plainChoices = (
  definition: (typeof plainFields)[keyof typeof plainFields],
  { users, teams, areas }: ListedChoices,
): Choices => {
  if (definition.kind === "user") return users;
  if (definition.kind === "team") return teams;
  if (definition.kind === "area") return areas;
  return "values" in definition ? choicesOf(definition.values) : null;
};

const listPlainFields = (listed: ListedChoices): AudienceField[] =>
  Object.entries(plainFields).map(([id, definition]) => ({
    id,
    group: definition.group,
    kind: definition.kind,
    label: null,
    choices: plainChoices(definition, listed),
  }));

const countField = (id: string, label: AudienceField["label"] = null): AudienceField => ({
  id,
  group: "happened",
  kind: "count",
  label,
  choices: null,
});

const messageFields = messageResults.flatMap((result) => [
  countField(`message.${result}`),
  ...channels.map((channel) => countField(`message.${result}.${channel}`)),
]);
const callFields = callOutcomes.map((outcome) => countField(`call.${outcome}`));

/** Event types among the newest events; reading all would take as long as there are events. */
const maxEventsRead = 5000;

/** Older ones can still be asked for by their id. */
const maxBroadcasts = 200;

type Named = { id: string; name: string };
type CustomRow = { key: string; en: string; es: string; kind: PersonFieldKind; choices: string[] };

type ListedBroadcast = Named & { codes: string[]; channels: string[] };

/** The reasons and channels are those that its check has found. */
const broadcastField = ({ id, name, codes, channels }: ListedBroadcast): AudienceField => ({
  id: `broadcast.${id}`,
  group: "automation",
  kind: "set",
  label: { en: `Broadcast “${name}”`, es: `Envío masivo «${name}»` },
  choices: choicesOf([
    ...broadcastParts,
    ...new Set(codes.map((code) => `${reasonPrefix}${code}`)),
    ...new Set(channels.map((channel) => `${channelPrefix}${channel}`)),
  ]),
});

/** Every field that an audience of this workspace may name. */
export const listAudienceFields = async (
  db: Db,
  reach: RecordReach | undefined,
): Promise<AudienceField[]> => {
  const [custom, eventTypes, users, teams, rules, imports, broadcasts, segments, usedAreas] =
    await Promise.all([
      db.execute<CustomRow>(sql`
      SELECT key, label_en AS en, label_es AS es, kind, choices FROM person_fields
       WHERE archived_at IS NULL ORDER BY position, key`),
      db.execute<{ type: string }>(sql`
      SELECT DISTINCT event_type AS type FROM (SELECT event_type FROM ONLY events ORDER BY id DESC LIMIT ${maxEventsRead}) e
       WHERE event_type <> '' AND length(event_type) <= 100 ORDER BY 1 LIMIT 200`),
      db.execute<Named>(sql`
      SELECT id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) AS name FROM users
       WHERE active ORDER BY 2`),
      db.execute<Named>(sql`SELECT id, name FROM teams ORDER BY lower(name), id`),
      db.execute<Named>(sql`SELECT id, name FROM rules WHERE NOT is_broadcast ORDER BY lower(name), id`),
      db.execute<Named>(sql`
      SELECT id, coalesce(name, to_char(created_at, 'YYYY-MM-DD HH24:MI')) AS name FROM batches
       WHERE kind = 'import' AND state IN ('running', 'paused', 'done') ORDER BY created_at DESC LIMIT 100`),
      db.execute<ListedBroadcast>(sql`
      SELECT id, definition ->> 'name' AS name,
             coalesce(jsonb_path_query_array(counted, '$.groups[*].code ? (@ != null)'), '[]') AS codes,
             coalesce(jsonb_path_query_array(counted, '$.groups[*].channel ? (@ != null)'), '[]') AS channels
        FROM broadcasts ORDER BY created_at DESC, id DESC LIMIT ${maxBroadcasts}`),
      db.execute<Named>(sql`SELECT id, name FROM views WHERE kind = 'segment' ORDER BY lower(name), id`),
      listUsedAreas(db, reach),
    ]);
  const choices = {
    users: [{ value: "me", label: null }, ...users.rows.map(({ id, name }) => ({ value: id, label: name }))],
    teams: [
      { value: "mine", label: null },
      ...teams.rows.map(({ id, name }) => ({ value: id, label: name })),
    ],
    areas: areaChoices(usedAreas),
  };
  const reference = (prefix: string, { id, name }: Named): AudienceField => ({
    id: `${prefix}.${id}`,
    group: "origin",
    kind: "reference",
    label: sameLabel(name),
    choices: null,
  });
  return [
    ...listPlainFields(choices),
    ...custom.rows.map(
      ({ key, en, es, kind, choices }): AudienceField => ({
        id: `field.${key}`,
        group: "fields",
        kind: customFieldKinds[kind].kind,
        label: { en, es },
        choices: kind === "choice" || kind === "choices" ? choicesOf(choices) : null,
      }),
    ),
    ...eventTypes.rows.map(({ type }) => countField(`event.${type}`, sameLabel(type))),
    ...messageFields,
    ...callFields,
    ...rules.rows.map(
      ({ id, name }): AudienceField => ({
        id: `rule.${id}`,
        group: "automation",
        kind: "choice",
        label: sameLabel(name),
        choices: choicesOf(ruleRunStates),
      }),
    ),
    ...broadcasts.rows.map(broadcastField),
    ...imports.rows.map((row) => reference("import", row)),
    ...segments.rows.map((row) => reference("segment", row)),
  ];
};
