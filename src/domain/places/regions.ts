/**
 * Regions: the states and territories of the United States by their postal code, the provinces of Canada as
 * CA-xx, other countries of the numbering plan by ISO 3166 alpha-3. Time zones: 49 CFR part 71 and the IANA
 * database 2025c; zones with the same rules today share one name. Checked 2026-11-15.
 */
export type ZoneName = `${"America" | "Pacific" | "Atlantic"}/${string}`;

const eastern: ZoneName = "America/New_York";
const central: ZoneName = "America/Chicago";
const mountain: ZoneName = "America/Denver";
const pacific: ZoneName = "America/Los_Angeles";
const arizona: ZoneName = "America/Phoenix";
const atlantic: ZoneName = "America/Puerto_Rico";

type Region = { name: string; zones: ZoneName[] };
const region = (name: string, ...zones: ZoneName[]): Region => ({ name, zones });

const regions: Record<string, Region> = {
  AL: region("Alabama", central),
  AK: region("Alaska", "America/Anchorage", "America/Adak"),
  AZ: region("Arizona", arizona, mountain),
  AR: region("Arkansas", central),
  CA: region("California", pacific),
  CO: region("Colorado", mountain),
  CT: region("Connecticut", eastern),
  DC: region("District of Columbia", eastern),
  DE: region("Delaware", eastern),
  FL: region("Florida", eastern, central),
  GA: region("Georgia", eastern),
  HI: region("Hawaii", "Pacific/Honolulu"),
  IA: region("Iowa", central),
  ID: region("Idaho", mountain, pacific),
  IL: region("Illinois", central),
  IN: region("Indiana", eastern, central),
  KS: region("Kansas", central, mountain),
  KY: region("Kentucky", eastern, central),
  LA: region("Louisiana", central),
  MA: region("Massachusetts", eastern),
  MD: region("Maryland", eastern),
  ME: region("Maine", eastern),
  MI: region("Michigan", eastern, central),
  MN: region("Minnesota", central),
  MO: region("Missouri", central),
  MS: region("Mississippi", central),
  MT: region("Montana", mountain),
  NC: region("North Carolina", eastern),
  ND: region("North Dakota", central, mountain),
  NE: region("Nebraska", central, mountain),
  NH: region("New Hampshire", eastern),
  NJ: region("New Jersey", eastern),
  NM: region("New Mexico", mountain),
  NV: region("Nevada", pacific, mountain),
  NY: region("New York", eastern),
  OH: region("Ohio", eastern),
  OK: region("Oklahoma", central),
  OR: region("Oregon", pacific, mountain),
  PA: region("Pennsylvania", eastern),
  RI: region("Rhode Island", eastern),
  SC: region("South Carolina", eastern),
  SD: region("South Dakota", central, mountain),
  TN: region("Tennessee", central, eastern),
  TX: region("Texas", central, mountain),
  UT: region("Utah", mountain),
  VA: region("Virginia", eastern),
  VT: region("Vermont", eastern),
  WA: region("Washington", pacific),
  WI: region("Wisconsin", central),
  WV: region("West Virginia", eastern),
  WY: region("Wyoming", mountain),
  PR: region("Puerto Rico", atlantic),
  VI: region("Virgin Islands", "America/St_Thomas"),
  GU: region("Guam", "Pacific/Guam"),
  MP: region("Northern Mariana Islands", "Pacific/Saipan"),
  AS: region("American Samoa", "Pacific/Pago_Pago"),
  "CA-AB": region("Alberta", "America/Edmonton"),
  // The Peace River region stays on Mountain standard time all year, the Kootenays observe daylight saving.
  "CA-BC": region("British Columbia", "America/Vancouver", "America/Edmonton", "America/Dawson_Creek"),
  "CA-MB": region("Manitoba", "America/Winnipeg"),
  "CA-NB": region("New Brunswick", "America/Moncton"),
  "CA-NL": region("Newfoundland and Labrador", "America/St_Johns", "America/Goose_Bay"),
  "CA-NS": region("Nova Scotia", "America/Halifax"),
  "CA-NT": region("Northwest Territories", "America/Edmonton"),
  "CA-NU": region("Nunavut", "America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Panama"),
  "CA-ON": region("Ontario", "America/Toronto", "America/Winnipeg", "America/Panama"),
  "CA-PE": region("Prince Edward Island", "America/Halifax"),
  "CA-QC": region("Quebec", "America/Toronto", "America/Halifax", atlantic),
  "CA-SK": region("Saskatchewan", "America/Regina", "America/Edmonton", "America/Winnipeg"),
  "CA-YT": region("Yukon", "America/Whitehorse"),
  AIA: region("Anguilla", "America/Anguilla"),
  ATG: region("Antigua and Barbuda", "America/Antigua"),
  BHS: region("Bahamas", "America/Nassau"),
  BMU: region("Bermuda", "Atlantic/Bermuda"),
  BRB: region("Barbados", "America/Barbados"),
  CYM: region("Cayman Islands", "America/Cayman"),
  DMA: region("Dominica", "America/Dominica"),
  DOM: region("Dominican Republic", "America/Santo_Domingo"),
  GRD: region("Grenada", "America/Grenada"),
  JAM: region("Jamaica", "America/Jamaica"),
  KNA: region("Saint Kitts and Nevis", "America/St_Kitts"),
  LCA: region("Saint Lucia", "America/St_Lucia"),
  MSR: region("Montserrat", "America/Montserrat"),
  SXM: region("Sint Maarten", "America/Lower_Princes"),
  TCA: region("Turks and Caicos Islands", "America/Grand_Turk"),
  TTO: region("Trinidad and Tobago", "America/Port_of_Spain"),
  VCT: region("Saint Vincent and the Grenadines", "America/St_Vincent"),
  VGB: region("British Virgin Islands", "America/Tortola"),
};

const territories = new Set(["PR", "VI", "GU", "AS", "MP"]);
/** Puerto Rico and the other inhabited territories of the United States. */
export const isTerritory = (code: string): boolean => territories.has(code);
/** A state of the United States, or the District of Columbia. Codes of other countries are longer. */
export const isStateOfUnion = (code: string): boolean => code.length === 2 && !territories.has(code);

export const regionCodes: string[] = Object.keys(regions);
export const regionZones = (code: string): ZoneName[] => regions[code]?.zones ?? [];

const normaliseName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
const codeByName = new Map(
  regionCodes.flatMap((code): [string, string][] => [
    [normaliseName(code), code],
    [normaliseName(regions[code]?.name ?? code), code],
  ]),
);

/** Parses a region as written: "FL", "US-FL", "florida", "Québec". */
export const parseRegion = (text: string): string | undefined =>
  codeByName.get(normaliseName(text).replace(/^us /, ""));

/** Zones that belong to a single region. */
const regionByZone: Record<string, string> = {
  "America/Puerto_Rico": "PR",
  "America/Anchorage": "AK",
  "America/Adak": "AK",
  "Pacific/Honolulu": "HI",
  "America/St_Thomas": "VI",
  "Pacific/Guam": "GU",
};
export const singleRegionOfZone = (zone: string): string | undefined => regionByZone[zone];
