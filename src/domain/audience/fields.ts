import type { AudienceContext } from "./context.ts";
import type { AudienceFieldDefinition, FieldFamily } from "./field.ts";
import { ruleFamily } from "./fields/automation.ts";
import { broadcastFamily } from "./fields/broadcast.ts";
import { chanceAudienceFields } from "./fields/chance.ts";
import { consentAudienceFields } from "./fields/consent.ts";
import { customFieldFamily } from "./fields/custom.ts";
import { callFamily, eventFamily, messageFamily } from "./fields/happened.ts";
import { importFamily, originAudienceFields } from "./fields/origin.ts";
import { personAudienceFields } from "./fields/person.ts";
import { placeAudienceFields } from "./fields/place.ts";
import { scoreAudienceFields } from "./fields/scores.ts";
import { talkAudienceFields } from "./fields/talk.ts";

/** Every field with a fixed id. A new one is a type error until `audience-sql.ts` has its SQL. */
export const plainFields = {
  ...personAudienceFields,
  ...placeAudienceFields,
  ...scoreAudienceFields,
  ...consentAudienceFields,
  ...talkAudienceFields,
  ...originAudienceFields,
  ...chanceAudienceFields,
} as const satisfies Record<string, AudienceFieldDefinition>;
export type PlainFieldId = keyof typeof plainFields;

/** Every family of fields, by what their ids begin with. `segment.<id>` is read by `compile.ts`. */
export const fieldFamilies = {
  field: customFieldFamily,
  event: eventFamily,
  message: messageFamily,
  call: callFamily,
  rule: ruleFamily,
  broadcast: broadcastFamily,
  import: importFamily,
} as const satisfies Record<string, FieldFamily>;
export type FieldFamilyId = keyof typeof fieldFamilies;

export type FoundField = { definition: AudienceFieldDefinition } & (
  | { id: PlainFieldId; family: null }
  | { id: string; family: FieldFamilyId; parameter: string }
);

const isPlainField = (id: string): id is PlainFieldId => Object.hasOwn(plainFields, id);
const isFamily = (id: string): id is FieldFamilyId => Object.hasOwn(fieldFamilies, id);

/** The part after the first dot. */
export const splitFieldId = (id: string): [string, string] => {
  const dot = id.indexOf(".");
  return dot === -1 ? [id, ""] : [id.slice(0, dot), id.slice(dot + 1)];
};

export const findField = (id: string, context: AudienceContext): FoundField | undefined => {
  if (isPlainField(id)) return { id, family: null, definition: plainFields[id] };
  const [family, parameter] = splitFieldId(id);
  if (!isFamily(family) || parameter === "") return undefined;
  const definition = fieldFamilies[family].find(parameter, context);
  return definition && { id, family, parameter, definition };
};
