import type { CodedReason } from "#domain/coded-reason.ts";

/** What an operator may answer for all rows with a problem. */
export const problemAnswers = ["leave_out", "empty", "join"] as const;
export type ProblemAnswer = (typeof problemAnswers)[number];

type ProblemKind = {
  /** The answers that may be chosen; the first one is the default. A note has none. */
  answers: readonly ProblemAnswer[];
  /** The value was read as it was probably meant. */
  isMended?: true;
  en: string;
  es: string;
};

const ofCell: readonly ProblemAnswer[] = ["empty", "leave_out"];
const ofRow: readonly ProblemAnswer[] = ["leave_out"];

/** Everything that may be wrong with a row, or worth a note. The values in braces are those of the reason. */
export const importProblems = {
  scientific_number: {
    answers: ofCell,
    en: "{value} is a number that a spreadsheet shortened; its last digits are lost. Format the column as text and export again",
    es: "{value} es un número que una hoja de cálculo acortó; se perdieron sus últimos dígitos. Dé formato de texto a la columna y expórtela de nuevo",
  },
  bad_phone: {
    answers: ofCell,
    en: "{value} is not a valid phone number",
    es: "{value} no es un número de teléfono válido",
  },
  short_phone: {
    answers: ofCell,
    en: "{value} is a phone number without its area code",
    es: "{value} es un número de teléfono sin código de área",
  },
  bad_email: {
    answers: ofCell,
    en: "{value} is not a valid e-mail address",
    es: "{value} no es un correo electrónico válido",
  },
  bad_date: { answers: ofCell, en: "{value} is not a date", es: "{value} no es una fecha" },
  future_date: { answers: ofCell, en: "{value} is in the future", es: "{value} está en el futuro" },
  bad_value: {
    answers: ofCell,
    en: "{value} is not a value of {target}",
    es: "{value} no es un valor de {target}",
  },
  bad_field: {
    answers: ofCell,
    en: "{value} is not a value of the field {target}",
    es: "{value} no es un valor del campo {target}",
  },
  bad_zip: { answers: ofCell, en: "{value} is not a postal code", es: "{value} no es un código postal" },
  bad_country: { answers: ofCell, en: "{value} is not a country", es: "{value} no es un país" },
  bad_timezone: { answers: ofCell, en: "{value} is not a time zone", es: "{value} no es una zona horaria" },
  unknown_owner: {
    answers: ofCell,
    en: "There is no user {value}",
    es: "No hay un usuario {value}",
  },
  too_long: {
    answers: ofCell,
    en: "A value for {target} is too long",
    es: "Un valor de {target} es demasiado largo",
  },
  not_plain: {
    answers: ofCell,
    en: "{value} holds a link, markup or a long number, which messages would quote",
    es: "{value} contiene un enlace, marcado o un número largo, que los mensajes citarían",
  },
  no_address: {
    answers: ["leave_out", "empty"],
    en: "There is no valid phone number and no valid e-mail address",
    es: "No hay teléfono ni correo electrónico válidos",
  },
  no_key: {
    answers: ofRow,
    en: "The value by which people are matched is missing",
    es: "Falta el valor por el que se buscan las personas",
  },
  not_a_person: {
    answers: ofRow,
    en: "The row is not a person: {value}",
    es: "La fila no es una persona: {value}",
  },
  ragged_row: {
    answers: ofRow,
    en: "The row has {cells} cells and the heading {columns}",
    es: "La fila tiene {cells} celdas y el encabezado {columns}",
  },
  twice_in_file: {
    answers: ["join", "leave_out"],
    en: "The same person is in row {line}",
    es: "La misma persona está en la fila {line}",
  },
  already_here: {
    answers: ofRow,
    en: "The person is already here, and people who are here are not changed",
    es: "La persona ya existe, y las personas existentes no se cambian",
  },
  not_here: {
    answers: ofRow,
    en: "There is no such person, and no people are added",
    es: "Esa persona no existe, y no se añaden personas",
  },
  unknown_id: {
    answers: ofRow,
    en: "There is no person with the id {value}",
    es: "No hay una persona con el id {value}",
  },
  address_of_another: {
    answers: [],
    en: "{value} belongs to another person and stays with them",
    es: "{value} es de otra persona y se queda con ella",
  },
  status_kept: {
    answers: [],
    en: "The stage stays {status} and does not go back to {value}",
    es: "La etapa sigue en {status} y no vuelve a {value}",
  },
  refusal_kept: {
    answers: [],
    en: "A refusal of {target} stays",
    es: "Se mantiene la negativa de {target}",
  },
  opt_out_assumed: {
    answers: [],
    en: "{value} in an opt-out column was read as an opt-out",
    es: "{value} en una columna de bajas se leyó como una baja",
  },
  opted_out: {
    answers: [],
    en: "The person opted out before and stays opted out",
    es: "La persona se dio de baja antes y sigue de baja",
  },
  email_mended: {
    answers: [],
    isMended: true,
    en: "{value} was read as {mended}",
    es: "{value} se leyó como {mended}",
  },
  zeros_restored: {
    answers: [],
    isMended: true,
    en: "{value} was read as {mended}",
    es: "{value} se leyó como {mended}",
  },
  town_mended: {
    answers: [],
    isMended: true,
    en: "{value} was read as {mended}",
    es: "{value} se leyó como {mended}",
  },
  extension_dropped: {
    answers: [],
    isMended: true,
    en: "The extension of {value} was left out",
    es: "Se omitió la extensión de {value}",
  },
} as const satisfies Record<string, ProblemKind>;

export type ImportProblemCode = keyof typeof importProblems;
export type ImportProblem = CodedReason<ImportProblemCode>;

export const problemKind = (code: ImportProblemCode): ProblemKind => importProblems[code];

export const isImportProblem = (code: string): code is ImportProblemCode =>
  Object.hasOwn(importProblems, code);

/** What happens with a row or cell that has the problem. */
export const answerOf = (
  code: ImportProblemCode,
  answers: Record<string, ProblemAnswer>,
): ProblemAnswer | undefined => {
  const { answers: allowed } = problemKind(code);
  const chosen = answers[code];
  return chosen !== undefined && allowed.includes(chosen) ? chosen : allowed[0];
};

export const problemText = (problem: ImportProblem, language: "en" | "es"): string =>
  problemKind(problem.code)[language].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(problem[name] ?? ""),
  );
