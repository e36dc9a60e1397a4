import { expect, test } from "vitest";
import { zoneCity } from "./zone-cities.ts";

test.each([
  ["America/New_York", "New York", "Nueva York"],
  ["America/Mexico_City", "Mexico City", "Ciudad de México"],
  ["America/Puerto_Rico", "Puerto Rico", "Puerto Rico"],
  ["America/Indiana/Knox", "Knox, Indiana", "Knox, Indiana"],
  ["America/North_Dakota/Center", "Center, North Dakota", "Center, Dakota del Norte"],
  ["America/Port-au-Prince", "Port-au-Prince", "Puerto Príncipe"],
  ["Europe/London", "London", "Londres"],
  ["Asia/Tokyo", "Tokyo", "Tokio"],
  ["UTC", "UTC", "UTC"],
])("%s is %s in English and %s in Spanish", (zone, english, spanish) => {
  expect(zoneCity(zone, "en")).toBe(english);
  expect(zoneCity(zone, "es")).toBe(spanish);
});
