/** Words of dates and times in both languages; the values of weekdays and months are their numbers. */
const indexBy = (names: string): Map<string, number> =>
  new Map(
    names
      .trim()
      .split(/\s+/)
      .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, index])),
  );

export const weekdays = indexBy(
  "sunday/domingo monday/lunes tuesday/martes wednesday/miercoles thursday/jueves friday/viernes saturday/sabado/sat",
);
export const pluralWeekdays = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$|^(?:sabados|domingos)$/;
export const pluralParts =
  /^(?:weekdays|mornings|afternoons|evenings|nights|tardes|noches|mananas|weekends)$/;
export const months = indexBy(
  "-/- january/enero february/febrero march/marzo april/abril may/mayo june/junio july/julio august/agosto september/septiembre/setiembre october/octubre november/noviembre december/diciembre",
);
export const numbers = indexBy(
  "zero/cero one/un/una/an/uno two/dos/couple/par three/tres four/cuatro five/cinco six/seis seven/siete eight/ocho nine/nueve ten/diez eleven/once twelve/doce thirteen/trece fourteen/catorce fifteen/quince",
);
const moreNumbers: Record<string, number> = {
  a: 1,
  twenty: 20,
  veinte: 20,
  thirty: 30,
  treinta: 30,
  forty: 40,
  cuarenta: 40,
  sixty: 60,
};

export const morning = 9 * 60;
export const noon = 12 * 60;
export const afternoon = 14 * 60;
export const evening = 19 * 60;

export const hourOf = (word: string | undefined): { minutes: number; hour: number } | undefined => {
  if (word === undefined) return undefined;
  const digits = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(word);
  const hour = digits ? Number(digits[1]) : numbers.get(word);
  const minutes = Number(digits?.[2] ?? 0);
  return hour === undefined || hour > 24 || minutes > 59 ? undefined : { hour, minutes };
};

export const amountOf = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined;
  if (/^\d{1,3}$/.test(word)) return Number(word);
  return moreNumbers[word] ?? numbers.get(word);
};

/** Other words with which a time may begin; the rest is skipped. */
const firstWords = new Set(
  `good buen buenas buenos great nice happy every each cada todos todas any cualquier los usually normally last past
  yesterday ayer anoche anteayer since hace desde mas muy voy llego llegue llegan llegaron llegare too running in en within
  dentro give deme dame denme espereme esperame wait after despues luego pasado thanksgiving accion christmas navidad xmas new
  ano reyes three today hoy day tomorrow manana next proxima proximo semana siguiente otra mes weekend fin end finales
  final fines mid middle mediados beginning start principio principios inicio inicios primeros first second third primera
  segunda tercera tonight tonite this esta este noon midday mediodia lunch lunchtime almuerzo medio morning early temprano
  tempranito am afternoon tardecita evening night noche nochecita tarde`.split(/\s+/),
);

export const beginsTime = (word: string): boolean => {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) return true;
  return (
    firstWords.has(word) ||
    weekdays.has(word) ||
    months.has(word) ||
    numbers.has(word) ||
    (word.endsWith("s") && (pluralWeekdays.test(word) || pluralParts.test(word)))
  );
};
