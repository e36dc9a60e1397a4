export const mapProviders = ["google", "mapbox", "osm"] as const;
export type MapProvider = (typeof mapProviders)[number];
