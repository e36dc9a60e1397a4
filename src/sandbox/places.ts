export type SimulatedPlace = { name: string; lat: number; lng: number };

const places: readonly SimulatedPlace[] = [
  { name: "San Juan, Puerto Rico", lat: 18.4655, lng: -66.1057 },
  { name: "Ponce, Puerto Rico", lat: 18.0111, lng: -66.6141 },
  { name: "Mayagüez, Puerto Rico", lat: 18.2011, lng: -67.1396 },
  { name: "Caguas, Puerto Rico", lat: 18.2341, lng: -66.0485 },
  { name: "Bayamón, Puerto Rico", lat: 18.3985, lng: -66.1614 },
  { name: "Carolina, Puerto Rico", lat: 18.3808, lng: -65.9574 },
  { name: "Arecibo, Puerto Rico", lat: 18.4725, lng: -66.7157 },
  { name: "New York, NY, USA", lat: 40.7128, lng: -74.006 },
  { name: "Miami, FL, USA", lat: 25.7617, lng: -80.1918 },
];

const normalise = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\W+/g, " ").trim();

/** The geocoder simulators know only the places above. */
export const findSimulatedPlace = (query: string): SimulatedPlace | undefined =>
  places.find(({ name }) => normalise(query).includes(normalise(name.split(",")[0] ?? "")));
