import { findAreaCode } from "./area-codes.ts";
import { parseRegion, regionZones, singleRegionOfZone } from "./regions.ts";
import { findZipPlace } from "./zip.ts";
import { isTimeZone } from "./zone-offsets.ts";

/** Where somebody may be. A region that nobody knows is null; a zone is always known. */
export type CandidatePlace = { region: string | null; zone: string; from: "area_code" | "zip" | "declared" };

/** What is known of where somebody is: a number in E.164, and what they or their records say. */
export type LocationHints = {
  phone: string | null;
  zip: string | null;
  region: string | null;
  zone: string | null;
};

const placesDeclared = (regionText: string | null, zoneText: string | null): CandidatePlace[] => {
  const zone = zoneText !== null && isTimeZone(zoneText) ? zoneText : undefined;
  const region =
    (regionText === null ? undefined : parseRegion(regionText)) ?? (zone && singleRegionOfZone(zone)) ?? null;
  if (region === null) return zone ? [{ region, zone, from: "declared" }] : [];
  const zones: string[] = regionZones(region);
  const kept = zone === undefined ? zones : zones.includes(zone) ? [zone] : [...zones, zone];
  return kept.map((each) => ({ region, zone: each, from: "declared" }));
};

const placesByAreaCode = (code: string): CandidatePlace[] => {
  const { regions, zones } = findAreaCode(code) ?? { regions: [], zones: [] };
  return regions.flatMap((region) => {
    const own: string[] = regionZones(region);
    // A code shared by several regions gives each its own clocks; one that is narrower or wider gives its own.
    const kept = regions.length > 1 ? own : zones;
    return kept.map((zone): CandidatePlace => ({ region, zone, from: "area_code" }));
  });
};

const placesByZip = (zip: string): CandidatePlace[] => {
  const found = findZipPlace(zip);
  return (found?.zones ?? []).map((zone) => ({ region: found?.region ?? null, zone, from: "zip" }));
};

const areaCodeOf = (phone: string | null): string =>
  phone?.startsWith("+1") && phone.length === 12 ? phone.slice(2, 5) : "";

const cachedPlaces = new Map<string, CandidatePlace[]>();

/**
 * Everywhere that somebody may be by any of what is known, since numbers are carried away and addresses grow
 * old. Nothing known gives nothing: whoever asks must then assume the worst.
 */
export const candidatePlaces = ({ phone, zip, region, zone }: LocationHints): CandidatePlace[] => {
  const code = areaCodeOf(phone);
  const bare = zip === null && region === null && zone === null;
  const key = bare ? code : `${code}|${zip ?? ""}|${region ?? ""}|${zone ?? ""}`;
  const known = cachedPlaces.get(key);
  if (known) return known;
  const seen = new Set<string>();
  const places = [
    ...placesDeclared(region, zone),
    ...(zip === null ? [] : placesByZip(zip)),
    ...(code === "" ? [] : placesByAreaCode(code)),
  ].filter((place) => {
    const same = `${place.region}|${place.zone}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
  if (cachedPlaces.size > 50_000) cachedPlaces.clear();
  cachedPlaces.set(key, places);
  return places;
};
