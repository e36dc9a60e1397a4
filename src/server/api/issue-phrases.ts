import type { Language } from "#domain/language.ts";

export type IssuePhrases = {
  required: string;
  invalid: string;
  email: string;
  url: string;
  id: string;
  date: string;
  datetime: string;
  text: string;
  number: string;
  whole: string;
  yesOrNo: string;
  list: string;
  object: string;
  longer: (least: string) => string;
  shorter: (most: string) => string;
  atLeast: (least: string) => string;
  atMost: (most: string) => string;
  above: (bound: string) => string;
  below: (bound: string) => string;
  moreItems: (least: string) => string;
  fewerItems: (most: string) => string;
  oneOf: (options: string) => string;
  only: (value: string) => string;
  unknown: (fields: string) => string;
};

/** Where a screen checks the same, it says the same. */
const en: IssuePhrases = {
  required: "This field is required",
  invalid: "This value is not valid",
  email: "Enter a valid email address",
  url: "Enter a full address, such as https://example.com",
  id: "Enter an id, such as 0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90",
  date: "Enter a date, such as 2026-03-31",
  datetime: "Enter a date and time, such as 2026-03-31T14:30:00Z",
  text: "Enter text",
  number: "Enter a number",
  whole: "Enter a whole number",
  yesOrNo: "Enter true or false",
  list: "Enter a list",
  object: "Enter an object with fields",
  longer: (least) => `Use at least ${least} characters`,
  shorter: (most) => `Use at most ${most} characters`,
  atLeast: (least) => `Enter ${least} or more`,
  atMost: (most) => `Enter ${most} or less`,
  above: (bound) => `Enter more than ${bound}`,
  below: (bound) => `Enter less than ${bound}`,
  moreItems: (least) => `Give at least ${least}`,
  fewerItems: (most) => `Give at most ${most}`,
  oneOf: (options) => `Choose one of these: ${options}`,
  only: (value) => `Only ${value} is possible here`,
  unknown: (fields) => `Not known here: ${fields}`,
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
  whole: "Ingrese un número entero",
  yesOrNo: "Ingrese true o false",
  list: "Ingrese una lista",
  object: "Ingrese un objeto con campos",
  longer: (least) => `Use al menos ${least} caracteres`,
  shorter: (most) => `Use como máximo ${most} caracteres`,
  atLeast: (least) => `Ingrese ${least} o más`,
  atMost: (most) => `Ingrese ${most} o menos`,
  above: (bound) => `Ingrese más de ${bound}`,
  below: (bound) => `Ingrese menos de ${bound}`,
  moreItems: (least) => `Indique al menos ${least}`,
  fewerItems: (most) => `Indique como máximo ${most}`,
  oneOf: (options) => `Elija una de estas opciones: ${options}`,
  only: (value) => `Aquí solo es posible ${value}`,
  unknown: (fields) => `No se conoce aquí: ${fields}`,
};

export const issuePhrases: Record<Language, IssuePhrases> = { en, es };
