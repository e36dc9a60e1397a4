import { fieldMeaning } from "#domain/ingestion/field-meaning.ts";
import { guessWeights } from "#domain/ingestion/guess-weights.ts";
import { canBeName, canBePhone, emailConfidence } from "#domain/ingestion/value-shapes.ts";

const maxLines = 300;
const maxFields = 60;
const maxMessageLines = 60;

const marks = String.raw`[\s>*_•·|-]*`;
const labelledLine = new RegExp(
  String.raw`^${marks}([\p{L}][\p{L}\p{M}\d ._'’/()¿?#-]{0,50}?)\s*[*_]*\s*[:=][*_]*\s*(.*)$`,
  "u",
);
/** A label and its value in two columns. */
const columns = new RegExp(
  String.raw`^${marks}([\p{L}][\p{L}\p{M} .'’/()-]{1,40}?)(?:\t+| {2,}| *\| *)(\S.*)$`,
  "u",
);
/** A label that only a space separates from its value. */
const spaced =
  /^((?:first |last |full |your )?name|nombre(?: completo)?|apellidos?|e-?mail(?: address)?|correo(?: electr[oó]nico)?|phone(?: number)?|tel[eé]fono|celular)\s+(\S.*)$/iu;
/** What form tools write below the fields. */
const footer =
  /^(?:--+|__+|—+)\s*$|^(?:this (?:e-?mail|message) was sent|sent (?:from|via|on)\b|este (?:correo|mensaje) (?:fue|se) envi|enviado desde|manage submissions|does this submission look like spam|reply to this|respond(?:er)? )/i;

const isName = (label: string): boolean => {
  const { firstName, lastName, fullName } = fieldMeaning(label);
  return firstName > 0 || lastName > 0 || fullName > 0;
};
/** A subject or a note is one line, a message goes on. */
const isMessage = (label: string): boolean => fieldMeaning(label).message >= guessWeights.meaning.certain;

/** Whether a line that says nothing else is the label of the line below it. */
const isLoneLabel = (line: string): boolean => {
  if (line.length > 40 || line.split(/\s+/).length > 4 || /[@\d.,!]/.test(line)) return false;
  const { email, phone, zip, town, region } = fieldMeaning(line);
  return [email, phone, zip, town, region].some((weight) => weight > 0) || isMessage(line) || isName(line);
};

type FoundLabel = { label: string; value: string };

/** Words after a space count only where they have the form that the label promises. */
const readSpaced = (line: string): FoundLabel | undefined => {
  const [, label, value] = spaced.exec(line) ?? [];
  if (label === undefined || value === undefined) return undefined;
  const { email, phone } = fieldMeaning(label);
  const fits = email > 0 ? emailConfidence(value) > 0 : phone > 0 ? canBePhone(value) : canBeName(value);
  return fits ? { label, value } : undefined;
};

const readLabel = (line: string, next: string): FoundLabel | undefined => {
  const [, label, value] = labelledLine.exec(line) ?? [];
  if (label !== undefined && value !== undefined && !value.startsWith("//"))
    return { label, value: value.trim() };
  const [, left, right] = columns.exec(line) ?? [];
  if (left !== undefined && right !== undefined && isLoneLabel(left))
    return { label: left, value: right.trim() };
  const bare = line.replace(/^[\s>*_•·|-]+|[\s*_|]+$/g, "");
  // Two labels in a row are the heading of a table, not a label and its value.
  if (isLoneLabel(bare) && next !== "" && !isLoneLabel(next)) return { label: bare, value: "" };
  return readSpaced(line.trim());
};

/**
 * The labelled lines of a text: `Phone: 787-555-0123`. The value may stand on the line after its label, and a message
 * goes on to the next label.
 */
export const readLabelledLines = (text: string): Record<string, string> => {
  const fields = new Map<string, string>();
  const lines = text.split(/\r?\n/).slice(0, maxLines);
  const nextFilled = (from: number): string =>
    lines
      .slice(from)
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
  let pending: string | undefined;
  let message: { label: string; lines: number } | undefined;
  for (const [index, line] of lines.entries()) {
    if (footer.test(line.trim())) {
      pending = undefined;
      message = undefined;
      continue;
    }
    const found = readLabel(line, nextFilled(index + 1));
    if (found) {
      const { label, value } = found;
      const isNew = !fields.has(label);
      if (value !== "" && isNew) fields.set(label, value);
      pending = value === "" && isNew ? label : undefined;
      message = isNew && isMessage(label) ? { label, lines: 0 } : undefined;
    } else if (line.trim() !== "" && pending !== undefined) {
      fields.set(pending, line.trim());
      pending = undefined;
    } else if (message && message.lines < maxMessageLines && fields.has(message.label)) {
      message.lines += 1;
      fields.set(message.label, `${fields.get(message.label)}\n${line.trimEnd()}`.trimEnd());
    }
    if (fields.size >= maxFields) break;
  }
  return Object.fromEntries(fields);
};
