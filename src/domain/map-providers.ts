export const mapProviders = ["google", "mapbox", "osm"] as const;
