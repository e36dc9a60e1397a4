import type { SpokenWord } from "./spoken-words.ts";

const labels: Readonly<Record<string, string>> = {
  urbanizacion: "Urb.",
  urb: "Urb.",
  condominio: "Cond.",
  cond: "Cond.",
  apartamento: "Apt.",
  apartment: "Apt.",
  apto: "Apt.",
  apt: "Apt.",
  unit: "Unit",
  unidad: "Unit",
  suite: "Suite",
  carretera: "PR",
  carr: "PR",
  kilometro: "Km",
  km: "Km",
  barrio: "Bo.",
  avenida: "Ave.",
  edificio: "Edif.",
  residencial: "Res.",
  res: "Res.",
  piso: "Piso",
  north: "N",
  south: "S",
  east: "E",
  west: "W",
};

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const small = /^(?:de|del|la|las|los|el|y|of|the)$/;
export const capitalUnlessSmall = (raw: string, at: number): string =>
  small.test(raw) && at > 0 ? raw : capitalise(raw);

/** "B guion doce" as "B-12", "dos punto cuatro" as "2.4". */
const joinSigns = (text: string): string =>
  text
    .replaceAll(/(\d) (?:punto|point|\.) (?=\d)/gi, "$1.")
    .replaceAll(
      /\b([A-Za-z]{1,2}|\d+) (?:guion|dash|-|–) ?(?=\w)/gi,
      (_, left: string) => `${left.toUpperCase()}-`,
    )
    .replaceAll(/\b(?:numero|número|number) (?=\d)/gi, "");

const ordinalSuffix = (value: number): string => {
  const last = value % 100;
  if (last >= 11 && last <= 13) return "th";
  return ({ 1: "st", 2: "nd", 3: "rd" } as Record<number, string>)[value % 10] ?? "th";
};

export const writePart = (words: readonly SpokenWord[]): string =>
  joinSigns(
    words
      .map(({ text, raw }, at) => {
        const ordinal = /^(\d+)th$/.exec(text);
        if (ordinal) return `${ordinal[1]}${ordinalSuffix(Number(ordinal[1]))}`;
        const label = labels[text];
        if (label !== undefined && (at === 0 || words.length > 1)) return label;
        return /^\d/.test(text) ? raw : capitalUnlessSmall(raw, at);
      })
      .join(" "),
  )
    .replace(/\bPR (\d+)/, "PR-$1")
    .replaceAll(/\b(Unit|Apt\.|Suite|Casa) (\d+) ([A-Z])\b/gi, "$1 $2$3")
    .replaceAll(/\s+/g, " ")
    .trim();

const house = /^(?:Casa )?(?:#|No\.? )?((?:[A-Z]{1,2}-?)?\d+(?:-\d+)?)$/i;
const streetHead = /^(?:Calle|Ave\.?|Paseo|Camino|Callej[oó]n|V[ií]a)(?= )/i;

/** "Calle Luna 12 Oeste" as "12 Calle Luna Oeste", the usual order in Puerto Rico. */
const numberFirst = (part: string): string => {
  const found = /^(.+\p{L}\p{M}*) (\d+[A-Z]?)((?: (?:Norte|Sur|Este|Oeste|[NSEW]))?)$/iu.exec(part);
  if (!streetHead.test(part) || !found) return part;
  const [, name = "", number = "", side = ""] = found;
  return streetHead.test(`${name} `) && /^\S+$/.test(name) ? part : `${number} ${name}${side}`;
};

/**
 * "Calle 3" and "casa B-12" are one part, as are a road and its kilometre. A street with its number stands before the
 * building in it.
 */
export const mergeHouse = (parts: readonly string[]): string[] => {
  const merged: string[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const number = house.exec(part.replace(/^([A-Z]) (\d+)$/i, "$1-$2"))?.[1];
    const isPlainNumber = number !== undefined && /^\d+$/.test(number);
    if (last && number && streetHead.test(last))
      merged[merged.length - 1] = isPlainNumber ? `${number} ${last}` : `${last} ${number}`;
    else if (last && /^(?:Km|Ramal) /.test(part)) merged[merged.length - 1] = `${last} ${part}`;
    else merged.push(numberFirst(part));
  }
  const street = merged.findIndex((part) => /^\d+\S* (?:Calle|Ave|Paseo|Camino)/i.test(part));
  const isInBuilding = street > 0 && /^Cond\. /.test(merged[0] ?? "");
  return isInBuilding ? [merged[street] ?? "", ...merged.filter((_, at) => at !== street)] : merged;
};
