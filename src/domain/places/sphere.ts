/** A place on the earth, in degrees. */
export type GeoPoint = { latitude: number; longitude: number };
/** The same place on a sphere of radius 1. */
export type UnitVector = { x: number; y: number; z: number };
/** All longitudes and latitudes between two corners, in degrees. */
export type GeoBox = { west: number; south: number; east: number; north: number };

export const distanceUnits = ["km", "mi"] as const;
export type DistanceUnit = (typeof distanceUnits)[number];
const metersPerUnit: Record<DistanceUnit, number> = { km: 1000, mi: 1609.344 };

/** The mean radius of the earth; distances on a sphere differ from surveyed ones by at most half a percent. */
const earthMeters = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

export const toMeters = (distance: number, unit: DistanceUnit): number => distance * metersPerUnit[unit];

export const toUnitVector = ({ latitude, longitude }: GeoPoint): UnitVector => {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return { x: Math.cos(lat) * Math.cos(lon), y: Math.cos(lat) * Math.sin(lon), z: Math.sin(lat) };
};

/**
 * The square of the straight line between two points of the sphere. It grows with the distance and needs only
 * subtraction and multiplication, which the database computes to the same last bit.
 */
export const chordSquared = (a: UnitVector, b: UnitVector): number =>
  (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);

/** The square of the straight line that belongs to a distance along the surface. */
export const chordSquaredOf = (meters: number): number =>
  (2 * Math.sin(Math.min(Math.PI, meters / earthMeters) / 2)) ** 2;

export const metersBetween = (a: GeoPoint, b: GeoPoint): number =>
  2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(chordSquared(toUnitVector(a), toUnitVector(b))) / 2));

/** Rounding must not leave out a point at the edge. */
const margin = 1e-5;

/** Boxes that hold every point within the distance: one, or two where it crosses the date line. */
export const boxesAround = ({ latitude, longitude }: GeoPoint, meters: number): GeoBox[] => {
  const angle = meters / earthMeters;
  const south = latitude - degrees(angle) - margin;
  const north = latitude + degrees(angle) + margin;
  if (south <= -90 || north >= 90) return [{ west: -180, east: 180, south, north }];
  const reach = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude))))) + margin;
  const [west, east] = [longitude - reach, longitude + reach];
  if (west < -180)
    return [
      { west: -180, east, south, north },
      { west: west + 360, east: 180, south, north },
    ];
  if (east > 180)
    return [
      { west, east: 180, south, north },
      { west: -180, east: east - 360, south, north },
    ];
  return [{ west, east, south, north }];
};
