import * as z from "zod";
import { holidayCountries, holidayTypes } from "#domain/holiday.ts";
import { apiRoute } from "./api-route.ts";
import { broadcast } from "./broadcasts.ts";
import { isoInstant } from "./fields.ts";

export const outages = z.object({
  /** When the utility published the figures. */
  timestamp: isoInstant,
  /** When they were last fetched. */
  fetchedAt: isoInstant,
  stale: z.boolean(),
  /** `sandbox`: from the simulator of the utility. */
  mode: z.enum(["sandbox", "live"]),
  totals: z.object({
    totalClients: z.int(),
    totalClientsWithoutService: z.int(),
    totalPercentageWithService: z.number(),
    totalClientsAffectedByPlannedOutage: z.int(),
  }),
  regions: z.array(
    z.object({
      name: z.string(),
      totalClients: z.int(),
      totalClientsWithoutService: z.int(),
      totalClientsWithService: z.int(),
      totalClientsAffectedByPlannedOutage: z.int(),
      percentageClientsWithoutService: z.number(),
      percentageClientsWithService: z.number(),
    }),
  ),
});
export type Outages = z.infer<typeof outages>;

export const publicHoliday = z.object({
  id: z.string(),
  name: z.array(z.object({ language: z.string(), text: z.string() })),
  type: z.enum(holidayTypes),
  nationwide: z.boolean(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  categories: z.array(z.string()),
  subdivisions: z.array(z.object({ shortName: z.string() })),
});
export type PublicHoliday = z.infer<typeof publicHoliday>;

export const publicDataApi = {
  outages: apiRoute({
    method: "GET",
    path: "/api/luma/outages",
    access: "viewer",
    area: "everyone",
    summary: "Electrical service in Puerto Rico by region, from LUMA",
    input: {},
    output: outages,
    topics: [],
  }),
  prepareNotice: apiRoute({
    method: "POST",
    path: "/api/luma/notices",
    access: "operator",
    area: "rules",
    summary: "Write a broadcast to the people of a region without electrical service; nothing is sent",
    input: {
      body: z.strictObject({
        /** With its accents, such as Mayagüez. */
        region: z.string().trim().min(1).max(100),
        /** One municipality of the region instead of all. */
        municipality: z.string().trim().min(1).max(100).nullable().default(null),
      }),
    },
    output: broadcast,
    topics: ["broadcasts", "rules"],
  }),
  holidays: apiRoute({
    method: "GET",
    path: "/api/holidays",
    access: "viewer",
    area: "everyone",
    summary: "Holidays of a country within a year",
    input: {
      query: z.strictObject({
        countryIsoCode: z.enum(holidayCountries),
        languageIsoCode: z.enum(["EN", "ES"]).default("EN"),
        validFrom: z.iso.date(),
        validTo: z.iso.date(),
      }),
    },
    output: z.object({ holidays: z.array(publicHoliday) }),
    topics: [],
  }),
};
