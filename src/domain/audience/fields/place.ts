import type { AudienceFieldDefinition } from "#domain/audience/field.ts";
import { locationPrecisions } from "#domain/places/location.ts";

/** Where the postal address of a person is, as far as it was located. */
export const placeAudienceFields = {
  area: {
    group: "person",
    kind: "area",
    needs: "location",
    read: ({ location }) => location?.areaCode ?? null,
  },
  distance: {
    group: "person",
    kind: "distance",
    needs: "location",
    read: ({ location }) => location?.position ?? null,
  },
  location_precision: {
    group: "person",
    kind: "choice",
    needs: "location",
    values: locationPrecisions,
    read: ({ location }) => location?.precision ?? null,
  },
} as const satisfies Record<string, AudienceFieldDefinition>;
