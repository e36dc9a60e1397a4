import type { GeoPoint } from "./sphere.ts";

/** How much of an address the coordinates stand for, finest first. Of a state only its code is known. */
export const locationPrecisions = ["address", "zip", "municipality", "state"] as const;
export type LocationPrecision = (typeof locationPrecisions)[number];

/** `offline` is what the product ships: centres of ZIP codes and municipalities. */
export const locationProviders = ["offline", "google", "mapbox", "osm"] as const;
export type LocationProvider = (typeof locationProviders)[number];

/** Where an address is. Without a point only the area is known; outside the United States there is no area. */
export type Location = {
  point: GeoPoint | null;
  precision: LocationPrecision;
  /** FIPS code of a county or municipality, or of a state. */
  areaCode: string | null;
};

export type PostalAddress = {
  street: string | null;
  town: string | null;
  region: string | null;
  zip: string | null;
};

const isGiven = (part: string | null): part is string => part !== null && part.trim() !== "";

export const hasAddress = ({ street, town, region, zip }: PostalAddress): boolean =>
  [street, town, region, zip].some(isGiven);

/** The address in one line, as geocoders read it. */
export const formatAddress = ({ street, town, region, zip }: PostalAddress): string =>
  [street, town, [region, zip].filter(isGiven).join(" ")]
    .filter(isGiven)
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .join(", ");

const rank = (location: Location): number =>
  location.point === null ? locationPrecisions.length : locationPrecisions.indexOf(location.precision);

/** The finer of two; where both are as fine, what the product ships, because it does not expire. */
export const finerLocation = (offline: Location | null, found: Location | null): Location | null => {
  if (!offline || !found) return found ?? offline;
  return rank(found) < rank(offline) ? found : offline;
};

/** A vendor can add a point only to a street, or to what the product's own list does not know. */
export const isWorthAsking = (address: PostalAddress, offline: Location | null): boolean =>
  isGiven(address.street) || (isGiven(address.town) && (offline?.point ?? null) === null);
