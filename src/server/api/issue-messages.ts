import type * as z from "zod";
import type { BroadcastProblem } from "#domain/broadcasts/first-message.ts";
import type { Language } from "#domain/language.ts";
import type { StepProblem } from "#domain/sequences/compile-sequence.ts";
import type { GoalProblem } from "#domain/sequences/goal.ts";

type IssuePhrases = {
  required: string;
  invalid: string;
  email: string;
  url: string;
  id: string;
  date: string;
  datetime: string;
  text: string;
  number: string;
  integer: string;
  boolean: string;
  list: string;
  object: string;
  longer: (min: string) => string;
  shorter: (max: string) => string;
  atLeast: (min: string) => string;
  atMost: (max: string) => string;
  above: (limit: string) => string;
  below: (limit: string) => string;
  moreItems: (min: string) => string;
  fewerItems: (max: string) => string;
  oneOf: (options: string) => string;
  only: (value: string) => string;
  unknown: (fields: string) => string;
  phone: string;
  timezone: string;
  unstorable: string;
  cursor: string;
  filter: string;
  filterRow: (field: string) => string;
  voice: (id: string) => string;
  broadcast: Record<BroadcastProblem, string>;
  unknownSegment: string;
  dateOrder: string;
  textOrTemplate: string;
  inactiveUser: string;
  ownRule: string;
  fileGone: string;
  fileType: string;
  unsentFiles: string;
  pictureType: string;
  smallerPicture: (width: number, height: number) => string;
  filesNotTaken: string;
  filesNeedPublicUrl: string;
  filesWithTemplate: string;
  fewerFiles: (most: string) => string;
  fileTypeNotTaken: (type: string) => string;
  smallerFiles: (most: string) => string;
  audioWithoutText: string;
  shorterCaption: (most: string) => string;
  like: (example: string) => string;
  unknownTemplate: (name: string) => string;
  step: Record<StepProblem, string>;
  goal: Record<GoalProblem, string>;
  unknownVariable: (name: string) => string;
  brokenVariable: (text: string) => string;
  /** Follows one of the two above. */
  suggestedVariable: (name: string) => string;
  unknownFact: (key: string, goal: string) => string;
  duplicateFact: (key: string, fact: string) => string;
  choicesMissing: (fact: string) => string;
  addressRange: string;
  tokenLife: string;
  webhookUrl: string;
};

/** The same wording as the checks of the web interface. */
const en: IssuePhrases = {
  required: "This field is required",
  invalid: "This value is not valid",
  email: "Enter a valid email address",
  url: "Enter a full address, such as https://example.com",
  id: "Enter an ID, such as 0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90",
  date: "Enter a date, such as 2026-03-31",
  datetime: "Enter a date and time, such as 2026-03-31T14:30:00Z",
  text: "Enter text",
  number: "Enter a number",
  integer: "Enter a whole number",
  boolean: "Enter true or false",
  list: "Enter a list",
  object: "Enter an object with fields",
  longer: (min) => `Use at least ${min} characters`,
  shorter: (max) => `Use at most ${max} characters`,
  atLeast: (min) => `Enter ${min} or more`,
  atMost: (max) => `Enter ${max} or less`,
  above: (limit) => `Enter more than ${limit}`,
  below: (limit) => `Enter less than ${limit}`,
  moreItems: (min) => `Add at least ${min}`,
  fewerItems: (max) => `Add at most ${max}`,
  oneOf: (options) => `Choose one of: ${options}`,
  only: (value) => `The only valid value is ${value}`,
  unknown: (fields) => `Unknown fields: ${fields}`,
  phone: "Enter a phone number, such as +1 787 555 0148",
  timezone: "Enter a time zone, such as America/Puerto_Rico",
  unstorable: "Remove the invisible character that cannot be stored (NUL or half of a character)",
  cursor: "Use the cursor of the previous page unchanged",
  filter: "This filter cannot be read",
  filterRow: (field) => `The filter cannot be read, because of its row about “${field}”`,
  voice: (id) => `There is no voice ${id}`,
  broadcast: {
    condition_before_message:
      "The first message of a broadcast goes to all of its people: put the condition into the audience",
    wait_at_local_hour: "At each person's local hour, the first step has no wait of its own",
    time_too_far: "Choose a time within a year",
    two_paces: "Enter either people per minute or hours",
    wait_around_date: "A broadcast cannot wait for a date of each person: use a sequence",
    wait_for_event: "A broadcast cannot wait for an event of each person: use a sequence",
    channel_of_each:
      "A broadcast goes out on one channel. To write on each person's preferred channel, use a sequence",
  },
  unknownSegment: "Choose a segment that exists and can be read",
  dateOrder: "Enter a last day that is after the first one, at most three years later",
  textOrTemplate: "Enter either a text or a template",
  fileGone: "This file no longer exists or was sent already. Add it again",
  fileType: "Only pictures, PDF, office documents, text, audio and video can be sent",
  unsentFiles: "You have too many files that were not sent. Send or remove some first",
  pictureType: "Only JPEG, PNG and GIF pictures are shown by all mail programs",
  smallerPicture: (width, height) => `A picture may have at most ${width} × ${height} pixels`,
  filesNotTaken: "This channel cannot send files",
  filesNeedPublicUrl: "Files on this channel need the public address of this installation (FARO_PUBLIC_URL)",
  filesWithTemplate: "A template on this channel cannot have files",
  fewerFiles: (most) => `This channel takes at most ${most} with a message`,
  fileTypeNotTaken: (type) => `This channel does not take files of the type ${type}`,
  smallerFiles: (most) => `This channel takes at most ${most} of such files`,
  audioWithoutText: "Audio cannot have a text on this channel. Send the text on its own",
  shorterCaption: (most) => `With a file, the text may have at most ${most} characters`,
  like: (example) => `Enter a value such as ${example}`,
  inactiveUser: "Choose an active user",
  ownRule: "A rule cannot start itself: choose another rule",
  unknownTemplate: (name) => `There is no template “${name}” for this channel`,
  step: {
    question_unknown: "This step belongs to a question that does not exist above it",
    question_too_deep: "Questions can be nested two levels deep. Use another rule for more",
    question_without_test: "Choose what the question asks",
    answer_apart: "Steps of an answer follow their question without other steps between",
    variants_without_message: "Only messages can have variants",
    holds_without_task: "Only a task can make the sequence wait until it is done",
    words_without_choice: "Only a message on the preferred channel has a text for each channel",
    ai_without_step: "Only an AI step has a task for the AI",
    label_unknown: "Choose an AI step above this one and one of its labels",
  },
  goal: {
    goal_without_sequence:
      "Only sequences have a goal and people kept aside. Give a row a wait, or choose what ends it",
    holdout_without_goal: "Choose a goal first: without one there is nothing to compare",
  },
  unknownVariable: (name) => `There is no variable “${name}”`,
  brokenVariable: (text) => `“${text}” is not a complete variable`,
  suggestedVariable: (name) => `Did you mean “${name}”?`,
  unknownFact: (key, goal) => `The goal “${goal}” names the fact “${key}”, which does not exist`,
  duplicateFact: (key, fact) => `The fact “${fact}” has the key “${key}” of another fact`,
  choicesMissing: (fact) => `The fact “${fact}” has no choices`,
  addressRange: "Enter an IP address or a range, such as 203.0.113.7 or 10.0.0.0/8",
  tokenLife: "Choose a date in the future, at most a year ahead",
  webhookUrl: "Enter a public https address; other hosts must be allowed by FARO_EGRESS_ALLOW",
};

const es: IssuePhrases = {
  required: "Este campo es obligatorio",
  invalid: "Este valor no es válido",
  email: "Ingrese un correo electrónico válido",
  url: "Ingrese una dirección completa, como https://example.com",
  id: "Ingrese un identificador, como 0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90",
  date: "Ingrese una fecha, como 2026-03-31",
  datetime: "Ingrese una fecha y hora, como 2026-03-31T14:30:00Z",
  text: "Ingrese un texto",
  number: "Ingrese un número",
  integer: "Ingrese un número entero",
  boolean: "Ingrese true o false",
  list: "Ingrese una lista",
  object: "Ingrese un objeto con campos",
  longer: (min) => `Use al menos ${min} caracteres`,
  shorter: (max) => `Use como máximo ${max} caracteres`,
  atLeast: (min) => `Ingrese ${min} o más`,
  atMost: (max) => `Ingrese ${max} o menos`,
  above: (limit) => `Ingrese más de ${limit}`,
  below: (limit) => `Ingrese menos de ${limit}`,
  moreItems: (min) => `Agregue al menos ${min}`,
  fewerItems: (max) => `Agregue como máximo ${max}`,
  oneOf: (options) => `Elija una opción: ${options}`,
  only: (value) => `El único valor válido es ${value}`,
  unknown: (fields) => `Campos desconocidos: ${fields}`,
  phone: "Ingrese un número de teléfono, como +1 787 555 0148",
  timezone: "Ingrese una zona horaria, como America/Puerto_Rico",
  unstorable: "Quite el carácter invisible que no se puede guardar (NUL o medio carácter)",
  cursor: "Use el cursor de la página anterior sin cambios",
  filter: "No se puede leer este filtro",
  filterRow: (field) => `No se puede leer el filtro por su fila sobre «${field}»`,
  voice: (id) => `No existe la voz ${id}`,
  broadcast: {
    condition_before_message:
      "El primer mensaje de un envío masivo va a todas sus personas: ponga la condición en la audiencia",
    wait_at_local_hour: "A la hora local de cada persona, el primer paso no tiene espera propia",
    time_too_far: "Elija una hora dentro de un año",
    two_paces: "Ingrese personas por minuto u horas, no ambas",
    wait_around_date: "Un envío masivo no puede esperar una fecha de cada persona: use una secuencia",
    wait_for_event: "Un envío masivo no puede esperar un evento de cada persona: use una secuencia",
    channel_of_each:
      "Un envío masivo sale por un solo canal. Para escribir por el canal preferido de cada persona, use una secuencia",
  },
  unknownSegment: "Elija un segmento que exista y se pueda leer",
  dateOrder: "Ingrese un último día posterior al primero, como máximo tres años después",
  textOrTemplate: "Ingrese un texto o una plantilla, no ambos",
  fileGone: "Este archivo ya no existe o ya se envió. Agréguelo de nuevo",
  fileType: "Solo se pueden enviar imágenes, PDF, documentos de oficina, texto, audio y video",
  unsentFiles: "Tiene demasiados archivos sin enviar. Envíe o quite algunos primero",
  pictureType: "Solo las imágenes JPEG, PNG y GIF se ven en todos los programas de correo",
  smallerPicture: (width, height) => `Una imagen puede tener como máximo ${width} × ${height} píxeles`,
  filesNotTaken: "Este canal no puede enviar archivos",
  filesNeedPublicUrl:
    "Los archivos en este canal necesitan la dirección pública de esta instalación (FARO_PUBLIC_URL)",
  filesWithTemplate: "Una plantilla en este canal no puede llevar archivos",
  fewerFiles: (most) => `Este canal acepta como máximo ${most} por mensaje`,
  fileTypeNotTaken: (type) => `Este canal no acepta archivos del tipo ${type}`,
  smallerFiles: (most) => `Este canal acepta como máximo ${most} de estos archivos`,
  audioWithoutText: "El audio no puede llevar texto en este canal. Envíe el texto por separado",
  shorterCaption: (most) => `Con un archivo, el texto puede tener como máximo ${most} caracteres`,
  like: (example) => `Ingrese un valor como ${example}`,
  inactiveUser: "Elija un usuario activo",
  ownRule: "Una regla no puede iniciarse a sí misma: elija otra regla",
  unknownTemplate: (name) => `No hay una plantilla «${name}» para este canal`,
  step: {
    question_unknown: "Este paso pertenece a una pregunta que no existe más arriba",
    question_too_deep: "Las preguntas pueden anidarse en dos niveles. Para más, use otra regla",
    question_without_test: "Elija qué pregunta este paso",
    answer_apart: "Los pasos de una respuesta siguen a su pregunta sin otros pasos en medio",
    variants_without_message: "Solo los mensajes pueden tener variantes",
    holds_without_task: "Solo una tarea puede hacer que la secuencia espere hasta que se haga",
    words_without_choice: "Solo un mensaje por el canal preferido tiene un texto para cada canal",
    ai_without_step: "Solo un paso de IA tiene una tarea para la IA",
    label_unknown: "Elija un paso de IA que esté antes de este y una de sus etiquetas",
  },
  goal: {
    goal_without_sequence:
      "Solo las secuencias tienen un objetivo y personas apartadas. Ponga una espera en una fila o elija qué la termina",
    holdout_without_goal: "Elija primero un objetivo: sin él no hay nada que comparar",
  },
  unknownVariable: (name) => `No existe la variable «${name}»`,
  brokenVariable: (text) => `«${text}» no es una variable completa`,
  suggestedVariable: (name) => `¿Quiso decir «${name}»?`,
  unknownFact: (key, goal) => `El objetivo «${goal}» nombra el dato «${key}», que no existe`,
  duplicateFact: (key, fact) => `El dato «${fact}» tiene la clave «${key}» de otro dato`,
  choicesMissing: (fact) => `El dato «${fact}» no tiene opciones`,
  addressRange: "Ingrese una dirección IP o un rango, como 203.0.113.7 o 10.0.0.0/8",
  tokenLife: "Elija una fecha futura, como máximo dentro de un año",
  webhookUrl: "Ingrese una dirección https pública; otros hosts deben permitirse con FARO_EGRESS_ALLOW",
};

export const issuePhrases: Record<Language, IssuePhrases> = { en, es };

const typePhrases: Record<string, keyof IssuePhrases> = {
  string: "text",
  number: "number",
  nan: "number",
  int: "integer",
  boolean: "boolean",
  array: "list",
  object: "object",
  record: "object",
};
const formatPhrases: Record<string, keyof IssuePhrases> = {
  email: "email",
  url: "url",
  uuid: "id",
  guid: "id",
  date: "date",
  datetime: "datetime",
  phone: "phone",
  timezone: "timezone",
};

const maxNames = 10;
const maxNameLength = 64;
/** Names come from the caller, so their number and length are limited. */
const joinNames = (names: readonly unknown[]): string =>
  names
    .slice(0, maxNames)
    .map((name) => String(name).slice(0, maxNameLength))
    .concat(names.length > maxNames ? ["…"] : [])
    .join(", ");

const sizeMessage = (phrases: IssuePhrases, issue: z.core.$ZodRawIssue): string => {
  if (issue.code === "too_small") {
    const min = String(issue.minimum);
    if (issue.origin === "string") return Number(min) <= 1 ? phrases.required : phrases.longer(min);
    if (issue.origin === "array" || issue.origin === "set") return phrases.moreItems(min);
    return issue.inclusive === false ? phrases.above(min) : phrases.atLeast(min);
  }
  const max = String(issue.maximum);
  if (issue.origin === "string") return phrases.shorter(max);
  if (issue.origin === "array" || issue.origin === "set") return phrases.fewerItems(max);
  return issue.inclusive === false ? phrases.below(max) : phrases.atMost(max);
};

const fixedPhrase = (phrases: IssuePhrases, kind: keyof IssuePhrases | undefined): string => {
  const phrase = kind && phrases[kind];
  return typeof phrase === "string" ? phrase : phrases.invalid;
};

const allowsOnlyBlank = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === "invalid_value" && issue.values.every((value) => value === "" || value === null)) ||
  (issue.code === "invalid_type" && String(issue.expected) === "null");

const createFormatter =
  (phrases: IssuePhrases) =>
  (issue: z.core.$ZodRawIssue): string => {
    const isMissing = issue.input === undefined || issue.input === null;
    switch (issue.code) {
      case "invalid_type":
        return isMissing ? phrases.required : fixedPhrase(phrases, typePhrases[String(issue.expected)]);
      case "too_small":
      case "too_big":
        return sizeMessage(phrases, issue);
      case "invalid_format":
        if (issue.format === "example") return phrases.like(String(issue.pattern));
        return issue.input === ""
          ? phrases.required
          : fixedPhrase(phrases, formatPhrases[String(issue.format)]);
      case "invalid_value": {
        if (isMissing) return phrases.required;
        const values = issue.values as readonly unknown[];
        return values.length === 1 ? phrases.only(joinNames(values)) : phrases.oneOf(joinNames(values));
      }
      case "unrecognized_keys":
        return phrases.unknown(joinNames(issue.keys as readonly string[]));
      case "invalid_union": {
        if (isMissing) return phrases.required;
        // The options that only allow blanks or null say nothing about what was entered.
        const intended = (issue.errors as z.core.$ZodIssue[][])
          .flatMap(([first]) => first ?? [])
          .find((first) => first.path.length === 0 && !allowsOnlyBlank(first));
        return intended?.message ?? phrases.invalid;
      }
      default:
        return phrases.invalid;
    }
  };

/** Formats a validation issue for the user who has to correct it. A schema's own message takes precedence. */
export const issueMessages: Record<Language, (issue: z.core.$ZodRawIssue) => string> = {
  en: createFormatter(issuePhrases.en),
  es: createFormatter(issuePhrases.es),
};
