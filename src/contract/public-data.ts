import * as z from "zod";
import { holidayCountries, holidayTypes } from "#domain/holiday.ts";
import { endpoint } from "./endpoint.ts";
import { instant } from "./fields.ts";

export const outages = z.object({
  /** When the utility counted. */
  timestamp: instant,
  /** When we last got an answer. */
  fetchedAt: instant,
  stale: z.boolean(),
  /** From the utility, or from our simulator of it. */
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

export const holiday = z.object({
  id: z.string(),
  name: z.array(z.object({ language: z.string(), text: z.string() })),
  type: z.enum(holidayTypes),
  nationwide: z.boolean(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  categories: z.array(z.string()),
  subdivisions: z.array(z.object({ shortName: z.string() })),
});
export type Holiday = z.infer<typeof holiday>;

export const publicData = {
  outages: endpoint({
    method: "GET",
    path: "/api/luma/outages",
    access: "viewer",
    summary: "Electrical service in Puerto Rico by region, from LUMA",
    input: {},
    output: outages,
    topics: [],
  }),
  holidays: endpoint({
    method: "GET",
    path: "/api/holidays",
    access: "viewer",
    summary: "Holidays of a country within a year",
    input: {
      query: z.strictObject({
        countryIsoCode: z.enum(holidayCountries),
        languageIsoCode: z.enum(["EN", "ES"]).default("EN"),
        validFrom: z.iso.date(),
        validTo: z.iso.date(),
      }),
    },
    output: z.array(holiday),
    topics: [],
  }),
};
