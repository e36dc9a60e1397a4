import { areaCode } from "./area-codes.ts";
import { regionOf, regionOfZone, zonesOfRegion } from "./regions.ts";
import { zipPlace } from "./zip.ts";
import { isZone } from "./zone-clock.ts";

/** Where somebody may be. A region that nobody knows is null; a zone is always known. */
export type Place = { region: string | null; zone: string; from: "area_code" | "zip" | "declared" };

/** What is known of where somebody is: a number in E.164, and what they or their records say. */
export type WhereInput = {
  phone: string | null;
  zip: string | null;
  region: string | null;
  zone: string | null;
};

const declared = (regionText: string | null, zoneText: string | null): Place[] => {
  const zone = zoneText !== null && isZone(zoneText) ? zoneText : undefined;
  const region =
    (regionText === null ? undefined : regionOf(regionText)) ?? (zone && regionOfZone(zone)) ?? null;
  if (region === null) return zone ? [{ region, zone, from: "declared" }] : [];
  const zones: string[] = zonesOfRegion(region);
  const kept = zone === undefined ? zones : zones.includes(zone) ? [zone] : [...zones, zone];
  return kept.map((each) => ({ region, zone: each, from: "declared" }));
};

const byAreaCode = (code: string): Place[] => {
  const { regions, zones } = areaCode(code) ?? { regions: [], zones: [] };
  return regions.flatMap((region) => {
    const own: string[] = zonesOfRegion(region);
    // A code shared by several regions gives each its own clocks; one that is narrower or wider gives its own.
    const kept = regions.length > 1 ? own : zones;
    return kept.map((zone): Place => ({ region, zone, from: "area_code" }));
  });
};

const byZip = (zip: string): Place[] => {
  const found = zipPlace(zip);
  return (found?.zones ?? []).map((zone) => ({ region: found?.region ?? null, zone, from: "zip" }));
};

const areaCodeOf = (phone: string | null): string =>
  phone?.startsWith("+1") && phone.length === 12 ? phone.slice(2, 5) : "";

const remembered = new Map<string, Place[]>();

/**
 * Everywhere that somebody may be by any of what is known, since numbers are carried away and addresses grow
 * old. Nothing known gives nothing: whoever asks must then assume the worst.
 */
export const candidatePlaces = ({ phone, zip, region, zone }: WhereInput): Place[] => {
  const code = areaCodeOf(phone);
  const bare = zip === null && region === null && zone === null;
  const key = bare ? code : `${code}|${zip ?? ""}|${region ?? ""}|${zone ?? ""}`;
  const known = remembered.get(key);
  if (known) return known;
  const seen = new Set<string>();
  const places = [
    ...declared(region, zone),
    ...(zip === null ? [] : byZip(zip)),
    ...(code === "" ? [] : byAreaCode(code)),
  ].filter((place) => {
    const same = `${place.region}|${place.zone}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
  if (remembered.size > 50_000) remembered.clear();
  remembered.set(key, places);
  return places;
};
