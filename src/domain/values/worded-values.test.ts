import { describe, expect, test } from "vitest";
import { readValue, type ValueKind } from "./read-value.ts";
import type { SpokenValue } from "./value-reading.ts";

/** Values that are made up and worded by a grammar of this file's own: whatever is read must be what was meant. */
type Language = "en" | "es";
type Worded = { kind: ValueKind; language: Language; text: string; value: SpokenValue };

const timezone = "America/Puerto_Rico";
/** Monday, 8 February 2027, 10:00. */
const now = Date.UTC(2027, 1, 8, 14);
const perKind = 400;

/** The same numbers in each run. */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const units = {
  en: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  ),
  es: "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  ),
};
const tens = {
  en: " ten twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
  es: " diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" "),
};
const hundreds =
  " cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(
    " ",
  );

const toWords = (value: number, language: Language): string => {
  const small = units[language][value];
  if (small !== undefined) return small;
  if (value < 100) {
    const rest = value % 10;
    const ten = tens[language][Math.floor(value / 10)] as string;
    if (rest === 0) return ten;
    return language === "en" ? `${ten}-${units.en[rest]}` : `${ten} y ${units.es[rest]}`;
  }
  if (value < 1000) {
    const rest = value % 100;
    const count = Math.floor(value / 100);
    if (language === "en") return `${units.en[count]} hundred${rest === 0 ? "" : ` ${toWords(rest, "en")}`}`;
    if (rest === 0) return hundreds[count] as string;
    return `${count === 1 ? "ciento" : hundreds[count]} ${toWords(rest, "es")}`;
  }
  const rest = value % 1000;
  const count = Math.floor(value / 1000);
  const thousands =
    language === "en"
      ? `${toWords(count, "en")} thousand`
      : count === 1
        ? "mil"
        : `${toWords(count, "es").replace(/uno$/, "ún")} mil`;
  return rest === 0 ? thousands : `${thousands} ${toWords(rest, language)}`;
};

const months = {
  en: "January February March April May June July August September October November December".split(" "),
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" "),
};
const ordinals =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );
const weekdays = {
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
  es: "domingo lunes martes miércoles jueves viernes sábado".split(" "),
};

type Draw = {
  language: Language;
  number: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
};
const createDraw = (random: () => number): Draw => {
  const number = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  return {
    language: random() < 0.5 ? "en" : "es",
    number,
    pick: <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T,
  };
};

const frames = {
  en: {
    before: [
      "",
      "",
      "yeah, ",
      "um, ",
      "okay, let's do ",
      "I can do ",
      "how about ",
      "it would be ",
      "make it ",
    ],
    after: ["", "", "", ", please", ", thanks", " works for me", " is fine"],
  },
  es: {
    before: ["", "", "sí, ", "este, ", "vamos a poner ", "me sirve ", "que sea ", "sería ", "mejor "],
    after: ["", "", "", ", por favor", ", gracias", " me viene bien", " está bien"],
  },
};
const frame = ({ language, pick }: Draw, text: string): string =>
  pick(frames[language].before) + text + pick(frames[language].after);

const pad = (value: number): string => String(value).padStart(2, "0");
const toIso = (date: Date): string => date.toISOString().slice(0, 10);
const addDays = (days: number): Date => new Date(Date.UTC(2027, 1, 8 + days));

const wordDay = ({ language, pick, number }: Draw): { text: string; date: string } => {
  const date = addDays(number(1, 300));
  const [day, month] = [date.getUTCDate(), date.getUTCMonth()];
  const inWeek = addDays(number(1, 6));
  const weekday = weekdays[language][inWeek.getUTCDay()] as string;
  const name = months[language][month] as string;
  const full = toIso(date);
  return pick(
    language === "en"
      ? [
          { text: `${name} ${day}`, date: full },
          { text: `${name} ${ordinals[day - 1]}`, date: full },
          { text: `the ${ordinals[day - 1]} of ${name}`, date: full },
          { text: `${month + 1}/${day}/${date.getUTCFullYear()}`, date: full },
          { text: weekday, date: toIso(inWeek) },
          { text: `this ${weekday}`, date: toIso(inWeek) },
          { text: "tomorrow", date: toIso(addDays(1)) },
          { text: "the day after tomorrow", date: toIso(addDays(2)) },
          { text: "day after tomorrow", date: toIso(addDays(2)) },
          { text: `a week from ${weekday}`, date: toIso(new Date(inWeek.getTime() + 7 * 86_400_000)) },
          { text: "in three days", date: toIso(addDays(3)) },
          { text: "two weeks from today", date: toIso(addDays(14)) },
          { text: `${weekday}, no, sorry, tomorrow`, date: toIso(addDays(1)) },
          { text: `not tomorrow, ${weekday}`, date: toIso(inWeek) },
        ]
      : [
          { text: `el ${day} de ${name}`, date: full },
          { text: `el ${toWords(day, "es")} de ${name}`, date: full },
          { text: `el ${day} de ${name} del ${date.getUTCFullYear()}`, date: full },
          { text: `el ${weekday}`, date: toIso(inWeek) },
          { text: `este ${weekday}`, date: toIso(inWeek) },
          { text: "mañana", date: toIso(addDays(1)) },
          { text: "pasado mañana", date: toIso(addDays(2)) },
          { text: "dentro de tres días", date: toIso(addDays(3)) },
          { text: "en dos semanas", date: toIso(addDays(14)) },
          { text: `el ${weekday}, no, perdón, mañana`, date: toIso(addDays(1)) },
        ],
  );
};

const wordHour = ({ language, pick, number }: Draw): { text: string; time: string } => {
  const hour = number(8, 19);
  const minute = pick([0, 0, 15, 30, 45]);
  const short = ((hour + 11) % 12) + 1;
  const half = hour < 12 ? "am" : "pm";
  const time = `${pad(hour)}:${pad(minute)}`;
  const part =
    language === "en"
      ? hour < 12
        ? "in the morning"
        : hour < 18
          ? "in the afternoon"
          : "in the evening"
      : hour < 12
        ? "de la mañana"
        : hour < 19
          ? "de la tarde"
          : "de la noche";
  const spokenMinutes = {
    en: { 0: "", 15: " fifteen", 30: " thirty", 45: " forty-five" },
    es: { 0: "", 15: " y cuarto", 30: " y media", 45: " y cuarenta y cinco" },
  }[language][minute as 0 | 15 | 30 | 45];
  const article = short === 1 ? "la una" : `las ${toWords(short, "es")}`;
  return pick(
    language === "en"
      ? [
          { text: `at ${short}${minute === 0 ? "" : `:${pad(minute)}`} ${half}`, time },
          { text: `at ${toWords(short, "en")}${spokenMinutes} ${part}`, time },
          ...(minute === 30 ? [{ text: `at half past ${toWords(short, "en")} ${part}`, time }] : []),
          ...(minute === 15 ? [{ text: `at a quarter past ${toWords(short, "en")} ${part}`, time }] : []),
          ...(minute === 45
            ? [{ text: `at a quarter to ${toWords((short % 12) + 1, "en")} ${part}`, time }]
            : []),
        ]
      : [
          { text: `a ${short === 1 ? "la" : "las"} ${short}:${pad(minute)} ${half}`, time },
          { text: `a ${article}${spokenMinutes} ${part}`, time },
          ...(minute === 45
            ? [
                {
                  text: `a ${short === 12 ? "la una" : `las ${toWords(short + 1, "es")}`} menos cuarto ${part}`,
                  time,
                },
              ]
            : []),
        ],
  );
};

const wordPhone = ({ language, pick, number }: Draw): { text: string; value: string } => {
  const area = pick(["787", "939", "407", "813", "305"]);
  const last = `01${pad(number(0, 99))}`;
  const digits = (text: string): string =>
    [...text].map((digit) => units[language][Number(digit)] as string).join(" ");
  return {
    value: `+1${area}555${last}`,
    text: pick([
      `${area}-555-${last}`,
      `(${area}) 555-${last}`,
      `${area} 555 ${last}`,
      `${digits(area)}, ${digits("555")}, ${digits(last)}`,
      `${digits(area)} ${digits("555")} ${digits(last)}`,
      ...(language === "en"
        ? [
            `${digits(area)} triple five ${digits(last)}`,
            `${digits(area)} ${digits("555")} ${digits(last).replaceAll("zero", "oh")}`,
            `${digits(area)}, no wait, ${digits(area)} ${digits("555")} ${digits(last)}`,
          ]
        : [
            `${digits(area)} triple cinco ${digits(last)}`,
            `${digits(area)}, cinco cincuenta y cinco, ${digits(last)}`,
            `${digits(area)}, no, perdón, ${digits(area)} ${digits("555")} ${digits(last)}`,
          ]),
    ]),
  };
};

const givenNames = {
  en: ["Laura", "Kevin", "Patricia", "Brian", "Ana", "Miguel"],
  es: ["Ana", "Miguel", "Carmen", "José", "Lourdes", "Héctor"],
};
const familyNames = ["Rivera", "Santiago", "Torres", "Johnson", "Miller", "Vega", "Ortiz", "Parker"];
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const wordEmail = ({ language, pick, number }: Draw): { text: string; value: string } => {
  const first = plain(pick(givenNames[language]));
  const last = plain(pick(familyNames));
  const domain = pick(["gmail", "yahoo", "outlook", "hotmail"]);
  const count = number(10, 99);
  const [at, dot, low, dash] =
    language === "en" ? ["at", "dot", "underscore", "dash"] : ["arroba", "punto", "guion bajo", "guion"];
  return pick([
    { value: `${first}.${last}@${domain}.com`, text: `${first} ${dot} ${last} ${at} ${domain} ${dot} com` },
    { value: `${first}_${last}@${domain}.com`, text: `${first} ${low} ${last} ${at} ${domain} ${dot} com` },
    { value: `${first}-${last}@${domain}.com`, text: `${first} ${dash} ${last} ${at} ${domain} ${dot} com` },
    {
      value: `${first}${count}@${domain}.com`,
      text: `${first} ${toWords(count, language)} ${at} ${domain} ${dot} com`,
    },
    { value: `${first}${count}@${domain}.com`, text: `${first}${count}@${domain}.com` },
  ]);
};

const answers: Record<Language, readonly (readonly [string, boolean | "ask"])[]> = {
  en: [
    ["yes, that's right", true],
    ["yep, go ahead", true],
    ["no, that's not it", false],
    ["nope, it's wrong", false],
    ["sure, why not", true],
    ["I don't think so", false],
    ["not really", false],
    ["maybe, I'd have to look", "ask"],
    ["yes, but only in part", "ask"],
    ["let me ask my wife", "ask"],
    ["no no, it's fine, go ahead", true],
    ["I wouldn't say no", true],
  ],
  es: [
    ["sí, así es", true],
    ["dale, está bien", true],
    ["no, eso no es", false],
    ["para nada", false],
    ["cómo no", true],
    ["creo que no", false],
    ["tampoco", false],
    ["quizás, tengo que mirar", "ask"],
    ["sí, pero no todo", "ask"],
    ["déjeme preguntarle a mi esposo", "ask"],
    ["no, no, está bien, dele", true],
    ["claro que no", false],
  ],
};

const makers: Record<string, (draw: Draw) => Worded> = {
  date: (draw) => {
    const { text, date } = wordDay(draw);
    return { kind: "date", language: draw.language, text: frame(draw, text), value: date };
  },
  datetime: (draw) => {
    const day = wordDay(draw);
    const hour = wordHour(draw);
    const text = draw.pick([
      `${day.text} ${hour.text}`,
      `${day.text}, ${hour.text}`,
      `${hour.text} ${day.text}`,
    ]);
    return {
      kind: "datetime",
      language: draw.language,
      text: frame(draw, text),
      value: `${day.date}T${hour.time}`,
    };
  },
  money: (draw) => {
    const { language, number, pick } = draw;
    const value = pick([
      number(2, 99),
      number(100, 999),
      number(1, 99) * 100,
      number(1, 90) * 1000 + number(0, 9) * 100,
    ]);
    const unit = language === "en" ? "dollars" : pick(["dólares", "pesos"]);
    const text = pick([
      `$${value}`,
      `$${value.toLocaleString("en-US")}`,
      `${value} ${unit}`,
      `${toWords(value, language)} ${unit}`,
      ...(value >= 2000 && value % 1000 === 0
        ? [`${value / 1000} ${language === "en" ? "thousand" : "mil"} ${unit}`]
        : []),
      `${language === "en" ? "about" : "como"} ${toWords(value, language)} ${unit}`,
      `${toWords(value, language)} ${unit} ${language === "en" ? "a month" : "al mes"}`,
      language === "en"
        ? `${toWords(value + 5, "en")}, no, ${toWords(value, "en")} dollars`
        : `${toWords(value + 5, "es")}, no, ${toWords(value, "es")} ${unit}`,
      language === "en"
        ? `it went from ${toWords(value + 5, "en")} to ${toWords(value, "en")} dollars`
        : `subió de ${toWords(value, "es")} a ${toWords(value + 5, "es")} ${unit}`,
    ]);
    if (/from|subió/.test(text)) return { kind: "money", language, text, value: "ask" };
    return { kind: "money", language, text, value };
  },
  phone: (draw) => {
    const { text, value } = wordPhone(draw);
    const before = draw.pick(
      draw.language === "en"
        ? ["", "it's ", "my number is ", "call me at "]
        : ["", "es el ", "mi número es ", "llámeme al "],
    );
    return { kind: "phone", language: draw.language, text: before + text, value };
  },
  email: (draw) => {
    const { text, value } = wordEmail(draw);
    const before = draw.pick(
      draw.language === "en"
        ? ["", "it's ", "my email is ", "send it to "]
        : ["", "es ", "mi correo es ", "mándelo a "],
    );
    return { kind: "email", language: draw.language, text: before + text, value };
  },
  name: (draw) => {
    const name = `${draw.pick(givenNames[draw.language])} ${draw.pick(familyNames)}`;
    const [given = "", family = ""] = name.split(" ");
    const spelled = [...family.toUpperCase()].join("-");
    const other = draw.pick(
      draw.language === "en"
        ? [
            `${family}, first name ${given}`,
            `${given} ${family}, that's ${spelled}`,
            `first name ${given}, last name ${family}`,
          ]
        : [
            `apellido ${family}, nombre ${given}`,
            `${given} ${family}, ${spelled}`,
            `nombre ${given}, apellido ${family}`,
          ],
    );
    if (draw.number(0, 2) === 0) return { kind: "name", language: draw.language, text: other, value: name };
    const before = draw.pick(
      draw.language === "en"
        ? ["", "my name is ", "this is ", "it's under "]
        : ["", "me llamo ", "soy ", "está a nombre de "],
    );
    return { kind: "name", language: draw.language, text: before + name, value: name };
  },
  yesno: ({ language, pick }) => {
    const [text, value] = pick(answers[language]);
    return { kind: "yesno", language, text: pick(["", "um, ", "eh, "]) + text, value };
  },
  address: (draw) => {
    const { language, number, pick } = draw;
    const house = number(1, 980);
    const [text, value] =
      language === "en"
        ? pick(
            [
              "Maple Street, Orlando, FL 32801",
              "Palmetto Avenue, Tampa, FL 33602",
              "Oak Drive, Kissimmee, FL 34741",
            ].map((rest) => [`${house} ${rest}`, `${house} ${rest}`]),
          )
        : pick(
            [
              ["Calle Luna", "San Juan, PR 00901"],
              ["Calle Sol", "Ponce, PR 00730"],
            ].flatMap(([street, town]) => [
              [`${street} ${house}, ${town}`, `${house} ${street}, ${town}`],
              [
                `calle ${street?.slice(6)} número ${toWords(house, "es")}, ${town}`,
                `${house} ${street}, ${town}`,
              ],
            ]),
          );
    return { kind: "address", language, text: text as string, value: value as string };
  },
};

const sample = (name: string): Worded[] => {
  const random = createRandom(name.length * 7919 + 17);
  return Array.from({ length: perKind }, () => (makers[name] as (draw: Draw) => Worded)(createDraw(random)));
};

describe.each(Object.keys(makers))("values of the kind %s that a grammar words", (name) => {
  const read = sample(name).map((worded) => ({
    ...worded,
    reading: readValue(worded.kind, worded.text, { now, timezone }),
  }));
  test("are never read as another value", () => {
    const wrong = read.flatMap(({ text, value, reading }) =>
      "value" in reading && JSON.stringify(reading.value) !== JSON.stringify(value)
        ? [{ text, value, read: reading.value }]
        : [],
    );
    expect(wrong).toEqual([]);
  });
  test("are read at once in 98 of 100 wordings", () => {
    const asked = read.filter(({ reading, value }) => "ask" in reading && value !== "ask");
    expect(asked.length, asked.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(0.02 * perKind);
  });
});
