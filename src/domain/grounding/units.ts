/** Minutes of the units of time; a year has twelve months of thirty days, so that "12 months" are a year. */
const day = 24 * 60;
const minutesOf: readonly (readonly [RegExp, number])[] = [
  [/^(?:seconds?|secs?|segundos?)$/, 1 / 60],
  [/^(?:minutes?|mins?|minutos?)$/, 1],
  [/^(?:hours?|hrs?|horas?)$/, 60],
  [/^(?:days?|dias?)$/, day],
  [/^(?:weeks?|semanas?)$/, 7 * day],
  [/^(?:months?|mes|meses)$/, 30 * day],
  [/^(?:years?|yrs?|anos?)$/, 360 * day],
];

export const minutesOfUnit = (word: string | undefined): number | undefined =>
  word === undefined ? undefined : minutesOf.find(([pattern]) => pattern.test(word))?.[1];

/** "Monthly" and "annual" name the unit as well. */
const adverbs: ReadonlyMap<string, string> = new Map(
  `daily=day diario=day diaria=day diariamente=day weekly=week semanal=week semanales=week semanalmente=week
  monthly=month mensual=month mensuales=month mensualmente=month mensualidad=month yearly=year annual=year
  annually=year anual=year anuales=year anualmente=year hourly=hour`
    .split(/\s+/)
    .map((pair): [string, string] => pair.split("=") as [string, string]),
);

export const unitOfAdverb = (word: string): number | undefined => minutesOfUnit(adverbs.get(word));

const ordinalGroups =
  "first/primero/primera/primer second/segundo/segunda third/tercero/tercera/tercer fourth/cuarta fifth/quinto/quinta sixth/sexto/sexta seventh/septimo/septima eighth/octavo/octava ninth/noveno/novena tenth/decimo/decima eleventh/undecimo/undecima twelfth/duodecimo/duodecima";
export const ordinals: ReadonlyMap<string, number> = new Map(
  ordinalGroups
    .split(" ")
    .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, index + 1])),
);

/** How a quantity is bounded by the words before it. */
export type Bound = "from" | "upTo" | "over" | "under" | "within";
export const boundBefore: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:up to|no more than|at most|maximum(?: of)?|max|hasta|un maximo de|maximo(?: de)?|como mucho|no mas de)$/,
    "upTo",
  ],
  [/(?:within|inside of|dentro de|en menos de|in less than)$/, "within"],
  [
    /(?:starts? at|starting at|starting from|starts from|begins? at|beginning at|from|at least|minimum(?: of)?|as low as|desde|a partir de|empiezan? (?:en|desde)|comienzan? (?:en|desde)|minimo(?: de)?|al menos|por lo menos|parten? de)$/,
    "from",
  ],
  [
    /(?:over|above|more than|older than|greater than|exceed(?:s|ing)?|mas de|mayor(?:es)? (?:de|a|que)|sobre|superior(?:es)? a|exced(?:e|a|en)(?: de)?|encima de)$/,
    "over",
  ],
  [
    /(?:under|below|less than|younger than|fewer than|menos de|menor(?:es)? (?:de|a|que)|inferior(?:es)? a|debajo de)$/,
    "under",
  ],
];
export const boundAfter: readonly (readonly [RegExp, Bound])[] = [
  [/^(?:and|or) (?:up|over|older|more|above)|^(?:y|o|en) (?:mas|adelante|mayores)|^plus\b|^\+/, "from"],
  [
    /^(?:and|or) (?:under|less|below|younger|fewer)|^(?:y|o) (?:menos|menores)|^(?:max|maximum|maximo|tops|at most|como maximo)\b/,
    "upTo",
  ],
];
