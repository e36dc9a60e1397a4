import { toDayNumber, weekdayOf } from "#domain/calendar.ts";

/** A holiday that people name, with its day in a year. */
type NamedHoliday = {
  en: string;
  es: string;
  /** How people say it, folded, numbers in digits. */
  names: RegExp;
  dayIn: (year: number) => number;
  /** Offices are closed in the United States or Puerto Rico. */
  isClosed: boolean;
};

const fixed =
  (month: number, day: number) =>
  (year: number): number =>
    toDayNumber({ year, month, day });

/** The nth such weekday of a month; 0 is Sunday. */
export const nthWeekday = (year: number, month: number, weekday: number, nth: number): number => {
  const first = toDayNumber({ year, month, day: 1 });
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1);
};
const nth = (month: number, weekday: number, count: number) => (year: number) =>
  nthWeekday(year, month, weekday, count);

/** Easter Sunday of the Gregorian calendar. */
const easter = (year: number): number => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const shift =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const full =
    shift - Math.floor(shift / 28) * (1 - Math.floor(29 / (shift + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7;
  const offset = full - weekday;
  const month = 3 + Math.floor((offset + 40) / 44);
  return toDayNumber({ year, month, day: offset + 28 - 31 * Math.floor(month / 4) });
};
const fromEaster = (days: number) => (year: number) => easter(year) + days;
const thanksgiving = nth(11, 4, 4);

const holiday = (
  en: string,
  es: string,
  names: string,
  dayIn: NamedHoliday["dayIn"],
  isClosed = false,
): NamedHoliday => ({ en, es, names: new RegExp(`^(?:${names})(?= |$)`), dayIn, isClosed });

/** "Día de": alone, words such as "padres" or "trabajo" are no holidays. */
const dayOf = "(?:the |el )?(?:dia|day) (?:of |de |del )?(?:the |el |la |los |las )?";
const day = `(?:${dayOf})?(?:el |la |los |the )?`;

/** Longer names first: "Christmas Eve" before "Christmas". */
const namedHolidays: readonly NamedHoliday[] = [
  holiday(
    "Christmas Eve",
    "Nochebuena",
    "christmas eve|x ?mas eve|noche ?buena|noche buena|vispera de navidad",
    fixed(12, 24),
  ),
  holiday(
    "New Year's Eve",
    "Despedida de Año",
    "new ?years? eve|noche ?vieja|despedida de ano|ano viejo|fin de ano|vispera de ano nuevo",
    fixed(12, 31),
  ),
  holiday(
    "Three Kings' Eve",
    "Víspera de Reyes",
    "(?:three|3) kings (?:day )?eve|vispera de (?:los )?reyes",
    fixed(1, 5),
  ),
  holiday(
    "Christmas",
    "Navidad",
    `${day}(?:christmas|x ?mas|navidad|navidades|natividad)(?: day)?`,
    fixed(12, 25),
    true,
  ),
  holiday("New Year's Day", "Año Nuevo", `${day}(?:new ?years?(?: day)?|ano nuevo)`, fixed(1, 1), true),
  holiday(
    "Three Kings' Day",
    "Día de Reyes",
    `${day}(?:(?:three|3) kings(?: day)?|kings day|reyes(?: magos)?|3 reyes(?: magos)?|epiphany|epifania)`,
    fixed(1, 6),
    true,
  ),
  holiday(
    "Martin Luther King Day",
    "Día de Martin Luther King",
    `${day}(?:mlk|martin luther king)(?: jr| junior)?(?: day)?`,
    nth(1, 1, 3),
    true,
  ),
  holiday("Candlemas", "Candelaria", `${day}(?:candlemas|candelaria)`, fixed(2, 2)),
  holiday(
    "Valentine's Day",
    "Día de San Valentín",
    `${day}(?:(?:saint |st )?valentines day|san valentin)|${dayOf}(?:enamorados|amor(?: y la amistad)?)`,
    fixed(2, 14),
  ),
  holiday(
    "Presidents' Day",
    "Día de los Presidentes",
    `presidents? day|${dayOf}presidentes`,
    nth(2, 1, 3),
    true,
  ),
  holiday("Ash Wednesday", "Miércoles de Ceniza", "ash wd3|wd3 de ceniza", fromEaster(-46)),
  holiday(
    "Saint Patrick's Day",
    "Día de San Patricio",
    `${day}(?:(?:saint|st) patricks?(?: day)?|san patricio)`,
    fixed(3, 17),
  ),
  holiday(
    "Emancipation Day",
    "Día de la Abolición de la Esclavitud",
    `emancipation day|${dayOf}abolicion(?: de la esclavitud)?`,
    fixed(3, 22),
    true,
  ),
  holiday("Palm Sunday", "Domingo de Ramos", "palm wd0|wd0 de ramos", fromEaster(-7)),
  holiday("Maundy Thursday", "Jueves Santo", "maundy wd4|holy wd4|wd4 santo", fromEaster(-3)),
  holiday("Good Friday", "Viernes Santo", "good wd5|wd5 santo", fromEaster(-2), true),
  holiday("Holy Saturday", "Sábado Santo", "holy wd6|wd6 santo|wd6 de gloria", fromEaster(-1)),
  holiday("Easter Monday", "Lunes de Pascua", "easter wd1|wd1 de pascua", fromEaster(1)),
  holiday(
    "Easter Sunday",
    "Domingo de Resurrección",
    "easter(?: wd0)?|wd0 de (?:resurreccion|pascua)|wd0 santo",
    fromEaster(0),
  ),
  holiday("Mother's Day", "Día de las Madres", `mothers? day|${dayOf}madres?`, nth(5, 0, 2)),
  holiday(
    "Memorial Day",
    "Día de la Recordación",
    `memorial day|${dayOf}recordacion`,
    (year) => nthWeekday(year, 6, 1, 1) - 7,
    true,
  ),
  holiday("Juneteenth", "Juneteenth", "juneteenth", fixed(6, 19), true),
  holiday("Father's Day", "Día de los Padres", `fathers? day|${dayOf}padres?`, nth(6, 0, 3)),
  holiday(
    "Saint John's Eve",
    "Noche de San Juan",
    "(?:la )?noche de san juan|(?:vispera de )san juan",
    fixed(6, 23),
  ),
  holiday(
    "Independence Day",
    "Día de la Independencia",
    `independence day|${dayOf}independencia`,
    fixed(7, 4),
    true,
  ),
  holiday(
    "Constitution Day",
    "Día de la Constitución",
    "(?:el )?dia de la constitucion(?: de puerto rico)?",
    fixed(7, 25),
    true,
  ),
  holiday("Labor Day", "Día del Trabajo", `labou?r day|${dayOf}trabajo`, nth(9, 1, 1), true),
  holiday(
    "Columbus Day",
    "Día de la Raza",
    `columbus day|indigenous peoples? day|${dayOf}raza`,
    nth(10, 1, 2),
    true,
  ),
  holiday("Halloween", "Noche de Brujas", "halloween|(?:la )?noche de (?:las )?brujas", fixed(10, 31)),
  holiday(
    "All Saints' Day",
    "Día de Todos los Santos",
    `${day}(?:all saints?(?: day)?|todos los santos)`,
    fixed(11, 1),
  ),
  holiday(
    "Day of the Dead",
    "Día de los Muertos",
    `all souls day|${dayOf}(?:dead|muertos|difuntos)`,
    fixed(11, 2),
  ),
  holiday("Veterans Day", "Día del Veterano", `veterans? day|${dayOf}veteranos?`, fixed(11, 11), true),
  holiday(
    "Discovery Day",
    "Día del Descubrimiento de Puerto Rico",
    `discovery day|${dayOf}descubrimiento(?: de puerto rico)?`,
    fixed(11, 19),
    true,
  ),
  holiday("Black Friday", "Viernes Negro", "black wd5|wd5 negro", (year) => thanksgiving(year) + 1),
  holiday("Cyber Monday", "Ciberlunes", "cyber wd1|ciber ?wd1", (year) => thanksgiving(year) + 4),
  holiday(
    "Thanksgiving",
    "Acción de Gracias",
    `${day}(?:thanksgiving(?: day)?|accion de gracias|sangivin|sanguivin)|${dayOf}pavo`,
    thanksgiving,
    true,
  ),
];

/** Whether words, folded and with weekdays as "wd5", begin with the name of a holiday. */
export const readHolidayName = (
  words: string,
): { dayIn: NamedHoliday["dayIn"]; length: number } | undefined => {
  const named = findNamed(words);
  if (named) return named;
  const lead = dayLead.exec(words)?.[0] ?? "";
  const rest = words.slice(lead.length);
  // "The day of Good Friday", and "the holiday of the Discovery" for "Discovery Day".
  const found = lead === "" ? undefined : (findNamed(rest) ?? findNamed(`dia de ${rest}`));
  if (!found) return undefined;
  const added = findNamed(rest) ? 0 : "dia de ".length;
  return { dayIn: found.dayIn, length: lead.length + found.length - added };
};

const dayLead =
  /^(?:the |el |ese |este |la )?(?:(?:dia|day|holiday|feriado|festivo|noche|fiesta)(?: (?:feriado|festivo|libre))?) (?:of |de |del )?(?:the |el |la |los |las )?/;

const findNamed = (words: string): { dayIn: NamedHoliday["dayIn"]; length: number } | undefined => {
  for (const { names, dayIn } of namedHolidays) {
    const found = names.exec(words);
    if (found) return { dayIn, length: found[0].length };
  }
  return undefined;
};

/** The holiday on a day on which offices are closed. */
export const closedHolidayOn = (days: number, year: number): { en: string; es: string } | undefined =>
  namedHolidays.find(({ isClosed, dayIn }) => isClosed && dayIn(year) === days);
