/** Numbers in words of English and Spanish. Words are folded: lower case without accents. */
const toMap = (words: string, toValue: (index: number) => number): [string, number][] =>
  words
    .trim()
    .split(/\s+/)
    .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, toValue(index)]));

const units = new Map(
  toMap(
    "zero/cero one/uno/un/una two/dos three/tres four/cuatro five/cinco six/seis seven/siete eight/ocho nine/nueve",
    (index) => index,
  ),
);
/** Whole words of two digits, to which nothing is added. */
const twoDigitWords = new Map([
  ...toMap(
    "ten/diez eleven/once twelve/doce thirteen/trece fourteen/catorce fifteen/quince sixteen/dieciseis seventeen/diecisiete eighteen/dieciocho nineteen/diecinueve",
    (index) => 10 + index,
  ),
  ...toMap(
    "veintiun/veintiuno/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
    (index) => 21 + index,
  ),
]);
const tens = new Map(
  toMap(
    "twenty/veinte thirty/treinta forty/cuarenta/fourty fifty/cincuenta sixty/sesenta seventy/setenta eighty/ochenta ninety/noventa",
    (index) => 20 + 10 * index,
  ),
);
const hundreds = new Map(
  toMap(
    "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
    (index) => 100 * (index + 1),
  ),
);
const ordinals = new Map([
  ...toMap(
    "first/primer/primero/primera second/segundo/segunda third/tercer/tercero/tercera fourth/cuarta fifth/quinto/quinta sixth/sexto/sexta seventh/septimo/septima eighth/octavo/octava ninth/noveno/novena tenth/decimo/decima eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    (index) => index + 1,
  ),
  ["thirtieth", 30] as [string, number],
]);

export type Cardinal = { value: number; length: number };

const isUnit = (word: string | undefined): boolean =>
  word !== undefined && units.has(word) && units.get(word) !== 0;

/** 0 to 99; "forty two", "cuarenta y dos". */
const readBelowHundred = (words: readonly string[], at: number): Cardinal | undefined => {
  const word = words[at] ?? "";
  const ten = tens.get(word);
  if (ten !== undefined) {
    const skip = words[at + 1] === "y" && isUnit(words[at + 2]) ? 2 : 1;
    const next = words[at + skip];
    return isUnit(next)
      ? { value: ten + (units.get(next ?? "") ?? 0), length: skip + 1 }
      : { value: ten, length: 1 };
  }
  const value = twoDigitWords.get(word) ?? units.get(word);
  return value === undefined ? undefined : { value, length: 1 };
};

const readBelowThousand = (words: readonly string[], at: number, joinsAnd: boolean): Cardinal | undefined => {
  const spanish = hundreds.get(words[at] ?? "");
  if (spanish !== undefined) {
    const rest = readBelowHundred(words, at + 1);
    return rest && rest.value > 0
      ? { value: spanish + rest.value, length: 1 + rest.length }
      : { value: spanish, length: 1 };
  }
  const isOne = words[at] === "a" && words[at + 1] === "hundred";
  const first = isOne ? { value: 1, length: 1 } : readBelowHundred(words, at);
  if (!first || words[at + first.length] !== "hundred") return isOne ? undefined : first;
  const value = first.value * 100;
  const next = at + first.length + 1;
  const skip = words[next] === "and" && joinsAnd ? 1 : 0;
  const rest = readBelowHundred(words, next + skip);
  return rest && rest.value > 0
    ? { value: value + rest.value, length: first.length + 1 + skip + rest.length }
    : { value, length: first.length + 1 };
};

const thousands: ReadonlySet<string> = new Set(["thousand", "mil"]);

/** One number in words. Words that only stand beside each other, such as "two fifty", are two numbers. */
export const readCardinal = (words: readonly string[], at: number, joinsAnd = true): Cardinal | undefined => {
  const isBareThousand = words[at] === "mil" || (words[at] === "a" && words[at + 1] === "thousand");
  const first = isBareThousand
    ? { value: 1, length: words[at] === "mil" ? 0 : 1 }
    : readBelowThousand(words, at, joinsAnd);
  if (!first || !thousands.has(words[at + first.length] ?? "")) return first;
  const next = at + first.length + 1;
  const skip = words[next] === "and" && joinsAnd ? 1 : 0;
  const rest = readBelowThousand(words, next + skip, joinsAnd);
  return rest && rest.value > 0
    ? { value: first.value * 1000 + rest.value, length: first.length + 1 + skip + rest.length }
    : { value: first.value * 1000, length: first.length + 1 };
};

/** The day of a month in words: "twenty first", "primero". */
export const readOrdinal = (words: readonly string[], at: number): Cardinal | undefined => {
  const ten = tens.get(words[at] ?? "");
  const unit = ordinals.get(words[at + 1] ?? "");
  if (ten !== undefined && unit !== undefined && unit < 10) return { value: ten + unit, length: 2 };
  const value = ordinals.get(words[at] ?? "");
  return value === undefined ? undefined : { value, length: 1 };
};
