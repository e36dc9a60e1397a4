import type { Language } from "#domain/language.ts";
import { choiceKind } from "./field-kinds/choice.ts";
import { choicesKind } from "./field-kinds/choices.ts";
import { dateKind } from "./field-kinds/date.ts";
import type { FieldKind, FieldReading, FieldReadOptions } from "./field-kinds/field-kind.ts";
import { linkKind } from "./field-kinds/link.ts";
import { moneyKind } from "./field-kinds/money.ts";
import { numberKind } from "./field-kinds/number.ts";
import { textKind } from "./field-kinds/text.ts";
import { yesNoKind } from "./field-kinds/yes-no.ts";
import type { PersonFieldKind } from "./person-field.ts";

/** Every kind of custom field. A new one needs its file, its name in `person-field.ts` and a line here. */
const fieldKinds = [
  textKind,
  numberKind,
  dateKind,
  yesNoKind,
  choiceKind,
  choicesKind,
  linkKind,
  moneyKind,
] as readonly FieldKind[];

const kindByName = new Map(fieldKinds.map((kind) => [kind.name, kind]));

/** What reading a value needs of its definition. */
export type FieldDefinition = { kind: PersonFieldKind; choices: readonly string[] };

const kindOf = (name: PersonFieldKind): FieldKind => {
  const kind = kindByName.get(name);
  if (!kind) throw new Error(`There is no kind of field named ${name}`);
  return kind;
};

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** The value as it is stored, or why it does not read. A blank one is null, which removes the value. */
export const readFieldValue = (
  value: unknown,
  { kind, choices }: FieldDefinition,
  options: Omit<FieldReadOptions, "choices"> = {},
): FieldReading => (isBlank(value) ? { value: null } : kindOf(kind).read(value, { ...options, choices }));

/** Whether a stored value is one of its kind; after a change of the kind it may not be. */
export const isReadableValue = (value: unknown, definition: FieldDefinition): boolean =>
  "value" in readFieldValue(value, definition);

/** A stored value as text; one that does not read is shown as it is. */
export const fieldText = (value: unknown, definition: FieldDefinition, language: Language): string => {
  const reading = readFieldValue(value, definition);
  if ("problem" in reading) return typeof value === "string" ? value : JSON.stringify(value);
  return reading.value === null ? "" : kindOf(definition.kind).toText(reading.value, language);
};

/** A stored value as the cell of a file, which an import reads back. */
export const fieldCell = (value: unknown, definition: FieldDefinition): string => {
  const reading = readFieldValue(value, definition);
  if ("problem" in reading) return typeof value === "string" ? value : JSON.stringify(value);
  return reading.value === null ? "" : kindOf(definition.kind).toCell(reading.value);
};
