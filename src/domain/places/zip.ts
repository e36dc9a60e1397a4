import { regionZones, type ZoneName } from "./regions.ts";

/**
 * First three digits of a ZIP code → state. Source: USPS Publication 65 / labelling list L002 (3-digit ZIP code
 * prefixes). Checked 2026-11-15. Military prefixes (090–098, 340, 962–966) have no known location.
 */
const statePrefixes = `
005 NY,006-007 PR,008 VI,009 PR,010-027 MA,028-029 RI,030-038 NH,039-049 ME,050-054 VT,055 MA,056-059 VT,
060-069 CT,070-089 NJ,100-149 NY,150-196 PA,197-199 DE,200 DC,201 VA,202-205 DC,206-212 MD,214-219 MD,
220-246 VA,247-268 WV,270-289 NC,290-299 SC,300-319 GA,320-339 FL,341-342 FL,344 FL,346-347 FL,349 FL,
350-352 AL,354-369 AL,370-385 TN,386-397 MS,398-399 GA,400-418 KY,420-427 KY,430-459 OH,460-479 IN,480-499 MI,
500-516 IA,520-528 IA,530-532 WI,534-535 WI,537-549 WI,550-551 MN,553-567 MN,570-577 SD,580-588 ND,590-599 MT,
600-620 IL,622-629 IL,630-631 MO,633-641 MO,644-658 MO,660-662 KS,664-679 KS,680-681 NE,683-693 NE,700-701 LA,
703-708 LA,710-714 LA,716-729 AR,730-731 OK,733 TX,734-741 OK,743-749 OK,750-770 TX,772-799 TX,800-816 CO,
820-831 WY,832-838 ID,840-847 UT,850-853 AZ,855-857 AZ,859-860 AZ,863-865 AZ,870-871 NM,873-875 NM,877-884 NM,
885 TX,889-891 NV,893-895 NV,897-898 NV,900-908 CA,910-928 CA,930-961 CA,967-968 HI,969 GU,970-979 OR,
980-986 WA,988-994 WA,995-999 AK`;

const stateByPrefix = new Map<string, string>();
for (const entry of statePrefixes.split(",")) {
  const [range = "", state = ""] = entry.trim().split(" ");
  const [from = "", to = from] = range.split("-");
  for (let prefix = Number(from); prefix <= Number(to); prefix++)
    stateByPrefix.set(String(prefix).padStart(3, "0"), state);
}

/** In states with two time zones: the prefixes that lie entirely in one; others may be in either. */
const zoneByPrefixRange: Record<string, Record<string, ZoneName>> = {
  AK: { "996-999": "America/Anchorage" },
  AZ: { "850-859": "America/Phoenix", "863-864": "America/Phoenix" },
  FL: { "320-323": "America/New_York", "325": "America/Chicago", "326-349": "America/New_York" },
  ID: { "832-834": "America/Denver", "836-837": "America/Denver", "838": "America/Los_Angeles" },
  IN: {
    "460-462": "America/New_York",
    "463-464": "America/Chicago",
    "466-474": "America/New_York",
    "476-477": "America/Chicago",
    "478": "America/New_York",
  },
  KS: { "660-676": "America/Chicago", "679": "America/Chicago" },
  KY: {
    "400": "America/New_York",
    "402-418": "America/New_York",
    "420-424": "America/Chicago",
    "425": "America/New_York",
  },
  MI: { "480-497": "America/New_York" },
  ND: { "580-584": "America/Chicago", "587": "America/Chicago" },
  NE: { "680-689": "America/Chicago", "693": "America/Denver" },
  NV: { "889-897": "America/Los_Angeles" },
  OR: { "970-978": "America/Los_Angeles" },
  SD: { "570-574": "America/Chicago", "577": "America/Denver" },
  TN: {
    "370-372": "America/Chicago",
    "374-376": "America/New_York",
    "378-379": "America/New_York",
    "380-385": "America/Chicago",
  },
  TX: { "733-797": "America/Chicago", "799": "America/Denver", "885": "America/Denver" },
};

/** The prefix of Opelika, Alabama, includes towns that use Georgia's time by custom. */
const zonesByPrefix: Record<string, ZoneName[]> = { "368": ["America/Chicago", "America/New_York"] };

const prefixZones = (prefix: string, state: string): ZoneName[] => {
  for (const [range, zone] of Object.entries(zoneByPrefixRange[state] ?? {})) {
    const [from = "", to = from] = range.split("-");
    if (prefix >= from && prefix <= to) return [zone];
  }
  return zonesByPrefix[prefix] ?? regionZones(state);
};

/** The place of a United States ZIP code; undefined for invalid and military codes. */
export const findZipPlace = (zip: string): { region: string; zones: ZoneName[] } | undefined => {
  const [, prefix = ""] = /^\s*(\d{3})\d{2}(?:-?\d{4})?\s*$/.exec(zip) ?? [];
  // American Samoa and the Northern Marianas share prefixes with Hawaii and Guam.
  if (zip.trim().startsWith("96799")) return { region: "AS", zones: regionZones("AS") };
  if (zip.trim().startsWith("9695")) return { region: "MP", zones: regionZones("MP") };
  const region = stateByPrefix.get(prefix);
  return region ? { region, zones: prefixZones(prefix, region) } : undefined;
};
