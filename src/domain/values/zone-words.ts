import { parseRegion, regionZones } from "#domain/places/regions.ts";

/** Zones and places with one, folded. States are known to the regions. */
const zonesByName: Readonly<Record<string, string>> = {
  "America/New_York":
    "eastern|est|edt|et|este|new york|nueva york|miami|orlando|tampa|boston|philadelphia|filadelfia|atlanta|florida|washington dc|dc|east coast|costa este|new jersey|nueva jersey|jacksonville|detroit|charlotte|toronto|kissimmee",
  "America/Chicago":
    "central|cst|cdt|ct|centro|houston|dallas|austin|san antonio|chicago|texas|tejas|new orleans|nueva orleans|nashville|memphis|minneapolis",
  "America/Denver": "mountain|mst|mdt|mt|montana|denver|salt lake city|el paso",
  "America/Phoenix": "arizona|phoenix|tucson",
  "America/Los_Angeles":
    "pacific|pst|pdt|pt|pacifico|california|los angeles|la california|san francisco|san diego|seattle|las vegas|vegas|nevada|portland|west coast|costa oeste|sacramento|oregon",
  "Pacific/Honolulu": "hawaii|honolulu|hawai",
  "America/Anchorage": "alaska|anchorage",
  "America/Puerto_Rico": "atlantic|ast|atlantico|puerto rico|pr|la isla|the island|san juan|ponce",
  "America/Santo_Domingo": "dominican republic|republica dominicana|santo domingo|dominicana",
  "America/Mexico_City": "mexico|ciudad de mexico|mexico city",
  "America/Bogota": "colombia|bogota",
  "America/Lima": "peru|lima",
  "America/Caracas": "venezuela|caracas",
  "America/Argentina/Buenos_Aires": "argentina|buenos aires",
  "Europe/Madrid": "spain|espana|madrid|barcelona",
  "Europe/London": "london|londres|england|inglaterra",
  UTC: "utc|gmt|zulu",
};
const zoneByName = new Map(
  Object.entries(zonesByName).flatMap(([zone, names]) =>
    names.split("|").map((name): [string, string] => [name, zone]),
  ),
);

/** Whether a folded name is that of a city or a region that speakers use for a zone. */
export const isZonePlace = (name: string): boolean => zoneByName.has(name);

const zoneOf = (name: string): string | undefined => {
  const known = zoneByName.get(name);
  if (known !== undefined) return known;
  const region = name.length > 2 ? parseRegion(name) : undefined;
  const zones = region === undefined ? [] : regionZones(region);
  return zones.length === 1 ? zones[0] : undefined;
};

/** Words before "time" that name no zone. */
const ordinaryTime =
  /^(?:any|some|what|which|this|that|the|same|good|best|better|lunch|dinner|first|next|last|other|another|1|a|by|same|free|spare|right|short|long|no|full|part|night|day|morning|noon|school|bed|every|all|more|enough|much|whatever|of|1th|2th|tea|about|on|in|it|is|prime|work|down|off|closing|opening|break|family|same|his|her)$/;

export type ZoneMention = { start: number; end: number; zone: string | null };

/** The zone that words name; null for one that is not known or not clear, such as "my time". */
export const findZone = (words: readonly string[], raws: readonly string[]): ZoneMention | undefined => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (/^(?:hora|horario)$/.test(word)) {
      const hasArticle = /^(?:de|del|en)$/.test(words[at + 1] ?? "");
      const from = at + (hasArticle ? 2 : 1);
      const skip = /^(?:la|el|los|las)$/.test(words[from] ?? "") ? 1 : 0;
      if (
        /^(?:almuerzo|cena|comida|comer|cenar|almorzar|tarde|manana|noche|dormir|trabajo|salida|entrada)$/.test(
          words[from + skip] ?? "",
        )
      )
        continue;
      if (/^(?:aqui|aca)$/.test(words[from] ?? "")) return { start: at, end: from + 1, zone: null };
      for (let length = 3; length > 0; length--)
        for (const begin of [from, from + skip]) {
          const zone = zoneOf(words.slice(begin, begin + length).join(" "));
          if (zone !== undefined) return { start: at, end: begin + length, zone };
        }
      if (hasArticle && /^\p{Lu}/u.test(raws[from + skip] ?? ""))
        return { start: at, end: from + skip + 1, zone: null };
      if (/^(?:mi|su|tu|nuestra)$/.test(words[at - 1] ?? ""))
        return { start: at - 1, end: at + 1, zone: null };
      continue;
    }
    if (word === "time") {
      const before = words[at - 1] ?? "";
      const isStandard = /^(?:standard|daylight)$/.test(before);
      const end = isStandard ? at - 1 : at;
      for (let length = 3; length > 0; length--) {
        const zone = zoneOf(words.slice(Math.max(0, end - length), end).join(" "));
        if (zone !== undefined && end - length >= 0) return { start: end - length, end: at + 1, zone };
      }
      if (/^(?:my|your|our|local|their)$/.test(before)) return { start: at - 1, end: at + 1, zone: null };
      const isName = /^\p{Lu}/u.test(raws[at - 1] ?? "") && at > 1;
      if (isName && !ordinaryTime.test(before)) return { start: at - 1, end: at + 1, zone: null };
      continue;
    }
    // A zone without "time": its abbreviation or its usual name.
    if (
      /^(?:est|edt|cst|cdt|mst|mdt|pst|pdt|ast|utc|gmt|eastern|pacific)$/.test(word) &&
      words[at + 1] !== "time"
    )
      if (words[at + 1] !== "standard" && !(word === "est" && words[at + 1] === "ce"))
        return { start: at, end: at + 1, zone: zoneByName.get(word) ?? null };
    if (
      /^(?:central|mountain)$/.test(word) &&
      /^(?:\d+|am|pm|noon|wd\d|tomorrow|clock)$/.test(words[at - 1] ?? "")
    )
      if (words[at + 1] !== "time") return { start: at, end: at + 1, zone: zoneByName.get(word) ?? null };
  }
  return undefined;
};
