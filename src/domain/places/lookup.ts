import type { MapProvider } from "#domain/map-providers.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { locateOffline } from "./gazetteer.ts";
import {
  formatAddress,
  hasAddress,
  isWorthAsking,
  type Location,
  type LocationPrecision,
  type PostalAddress,
} from "./location.ts";
import type { GeoPoint } from "./sphere.ts";
import { puertoRico, stateOfArea } from "./state-codes.ts";

/** What is to be done for one address. */
export type LookupPlan =
  | { kind: "none" }
  | {
      kind: "look_up";
      offline: Location | null;
      /** What a vendor is asked for; null where none is asked. */
      question: string | null;
      /** Equal for equal look-ups: who is asked, and for what. */
      key: string;
    };

export const planLookup = (
  address: PostalAddress,
  provider: MapProvider | null,
  gazetteer: Gazetteer,
): LookupPlan => {
  if (!hasAddress(address)) return { kind: "none" };
  const offline = locateOffline(address, gazetteer);
  const asked = provider !== null && isWorthAsking(address, offline) ? provider : null;
  const text = formatAddress(address);
  return {
    kind: "look_up",
    offline,
    question: asked === null ? null : text,
    key: `${asked ?? "offline"} ${text}`,
  };
};

type Found = {
  point: GeoPoint;
  precision: LocationPrecision;
  municipalities: readonly string[];
  country: string | null;
};

const unitedStates = new Set(["US", "PR", "VI", "GU", "AS", "MP"]);

/** A vendor names municipalities more exactly than our simplified outlines place a point. */
export const toLocation = (found: Found, gazetteer: Gazetteer): Location => {
  const { point, precision, municipalities, country } = found;
  const isHere = country === null || unitedStates.has(country);
  const byPoint = isHere ? gazetteer.areaAt(point) : null;
  if (precision === "state")
    return { point: null, precision, areaCode: byPoint === null ? null : stateOfArea(byPoint) };
  const mayBeNamed = byPoint !== null && stateOfArea(byPoint) === puertoRico;
  const byName = mayBeNamed
    ? municipalities.map((name) => gazetteer.municipality(name)).find((code) => code !== undefined)
    : undefined;
  return { point, precision, areaCode: byName ?? byPoint };
};
