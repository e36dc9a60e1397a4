export type SimulatedPlace = {
  town: string;
  state: string;
  stateName: string;
  country: string;
  lat: number;
  lng: number;
  /** Null where the query names only the town. */
  street: string | null;
  zip: string | null;
};

type Town = Pick<SimulatedPlace, "town" | "state" | "stateName" | "country" | "lat" | "lng">;

const puertoRico = { state: "PR", stateName: "Puerto Rico", country: "PR" };
const towns: readonly Town[] = [
  { town: "San Juan", ...puertoRico, lat: 18.4655, lng: -66.1057 },
  { town: "Ponce", ...puertoRico, lat: 18.0111, lng: -66.6141 },
  { town: "Mayagüez", ...puertoRico, lat: 18.2011, lng: -67.1396 },
  { town: "Caguas", ...puertoRico, lat: 18.2341, lng: -66.0485 },
  { town: "Bayamón", ...puertoRico, lat: 18.3985, lng: -66.1614 },
  { town: "Carolina", ...puertoRico, lat: 18.3808, lng: -65.9574 },
  { town: "Arecibo", ...puertoRico, lat: 18.4725, lng: -66.7157 },
  { town: "New York", state: "NY", stateName: "New York", country: "US", lat: 40.7128, lng: -74.006 },
  { town: "Miami", state: "FL", stateName: "Florida", country: "US", lat: 25.7617, lng: -80.1918 },
];

const normalise = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\W+/g, " ").trim();

/** Two streets of a town are at different places, and the same one always at the same. */
const offset = (text: string, salt: number): number => {
  let hash = salt;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return ((hash % 2000) - 1000) / 100_000;
};

/**
 * The geocoder simulators know only the towns above, with any street: a part before the town that has a number. A
 * street that contains "nowhere" does not exist.
 */
export const findSimulatedPlace = (query: string): SimulatedPlace | undefined => {
  const wanted = normalise(query);
  const town = towns.find(({ town: name }) => wanted.includes(normalise(name)));
  if (!town) return undefined;
  const [first = ""] = query.split(",");
  const isStreet = /\d/.test(first) && !/^\s*\d{5}\s*$/.test(first) && !normalise(first).includes("nowhere");
  const [zip = null] = /\b\d{5}\b/.exec(query) ?? [];
  return isStreet
    ? {
        ...town,
        street: first.trim(),
        zip,
        lat: Number((town.lat + offset(wanted, 7)).toFixed(6)),
        lng: Number((town.lng + offset(wanted, 11)).toFixed(6)),
      }
    : { ...town, street: null, zip };
};

/** "Calle Luna 3, San Juan, PR 00901" as vendors write it. */
export const simulatedLabel = ({ street, town, stateName, zip }: SimulatedPlace): string =>
  [street, town, [stateName, zip].filter((part) => part !== null).join(" ")]
    .filter((part) => part !== null)
    .join(", ");
