import { findAreaCode } from "./area-codes.ts";
import { parseRegion, regionZones, singleRegionOfZone } from "./regions.ts";
import { findZipPlace } from "./zip.ts";
import { isTimeZone } from "./zone-offsets.ts";

/** A place where a person may be; `region` is null while only the time zone is known. */
export type CandidatePlace = { region: string | null; zone: string; from: "area_code" | "zip" | "declared" };

/** What is known of a person's location: an E.164 number, and stated details. */
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
  const candidateZones = zone === undefined ? zones : zones.includes(zone) ? [zone] : [...zones, zone];
  return candidateZones.map((candidate) => ({ region, zone: candidate, from: "declared" }));
};

const placesByAreaCode = (code: string): CandidatePlace[] => {
  const { regions, zones } = findAreaCode(code) ?? { regions: [], zones: [] };
  return regions.flatMap((region) => {
    const ownZones: string[] = regionZones(region);
    // A code shared by several regions gives each region its own zones.
    const candidateZones = regions.length > 1 ? ownZones : zones;
    return candidateZones.map((zone): CandidatePlace => ({ region, zone, from: "area_code" }));
  });
};

const placesByZip = (zip: string): CandidatePlace[] => {
  const zipPlace = findZipPlace(zip);
  return (zipPlace?.zones ?? []).map((zone) => ({ region: zipPlace?.region ?? null, zone, from: "zip" }));
};

const areaCodeOf = (phone: string | null): string =>
  phone?.startsWith("+1") && phone.length === 12 ? phone.slice(2, 5) : "";

const cachedPlaces = new Map<string, CandidatePlace[]>();

/**
 * Every place where a person may be according to any hint, since people keep numbers when they move and addresses
 * become outdated. Without a hint the list is empty, and the caller must assume the strictest rules.
 */
export const candidatePlaces = ({ phone, zip, region, zone }: LocationHints): CandidatePlace[] => {
  const code = areaCodeOf(phone);
  const isPhoneOnly = zip === null && region === null && zone === null;
  const key = isPhoneOnly ? code : `${code}|${zip ?? ""}|${region ?? ""}|${zone ?? ""}`;
  const cached = cachedPlaces.get(key);
  if (cached) return cached;
  const seen = new Set<string>();
  const places = [
    ...placesDeclared(region, zone),
    // A postal code in a region that is none of the United States is not a ZIP code.
    ...(zip === null || (region !== null && parseRegion(region) === undefined) ? [] : placesByZip(zip)),
    ...(code === "" ? [] : placesByAreaCode(code)),
  ].filter((place) => {
    const placeKey = `${place.region}|${place.zone}`;
    if (seen.has(placeKey)) return false;
    seen.add(placeKey);
    return true;
  });
  if (cachedPlaces.size > 50_000) cachedPlaces.clear();
  cachedPlaces.set(key, places);
  return places;
};
