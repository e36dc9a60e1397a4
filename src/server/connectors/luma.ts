import * as z from "zod";
import type { Outages } from "#contract/public-data.ts";
import type { VendorContext } from "./connector.ts";
import type { VendorFailure } from "./test-result.ts";
import { requestJson } from "./vendor-request.ts";
import { describeFailure } from "./vendor-response.ts";

const label = "LUMA";

/** The utility's public service. It needs no account but rejects user agents that are not browsers. */
export const luma = {
  id: "luma",
  label,
  group: "data" as const,
  baseUrl: () => "https://api.miluma.lumapr.com",
  allow: "public" as const,
};
const browserUserAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

export type OutageReport = Omit<Outages, "fetchedAt" | "stale" | "mode">;

const clients = z.int().min(0);
const percent = z.number().min(0).max(100);
/** The optional counts were added later by the utility. */
const clientCounts = {
  totalClients: clients,
  totalClientsWithoutService: clients,
  totalClientsWithService: clients.optional(),
  totalClientsAffectedByPlannedOutage: clients.optional(),
};

const reportSchema = z.object({
  timestamp: z.string(),
  totals: z.object({ ...clientCounts, totalPercentageWithService: percent.optional() }),
  regions: z
    .array(
      z.object({
        name: z.string().trim().min(1),
        ...clientCounts,
        percentageClientsWithoutService: percent.optional(),
        percentageClientsWithService: percent.optional(),
      }),
    )
    .min(1),
});

const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/** Such as 05/13/2026 11:50 AM, in Puerto Rico's time: UTC-4 all year. */
const timestampFormat = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}) (AM|PM)$/;

export const parseLumaTimestamp = (text: string): string | undefined => {
  const [, month, day, year, hour, minute, half] = timestampFormat.exec(text.trim()) ?? [];
  if (!month || Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0");
  const at = new Date(`${year}-${month}-${day}T${hours}:${minute}:00-04:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The report in our shape, regions sorted by name; undefined when it is not valid. */
export const parseOutageReport = (json: unknown): OutageReport | undefined => {
  const parsed = reportSchema.safeParse(json);
  const timestamp = parsed.success ? parseLumaTimestamp(parsed.data.timestamp) : undefined;
  if (!parsed.success || !timestamp) return undefined;
  const { totals, regions } = parsed.data;
  const withService = (counts: { totalClients: number; totalClientsWithoutService: number }) =>
    Math.max(0, counts.totalClients - counts.totalClientsWithoutService);
  return {
    timestamp,
    totals: {
      totalClients: totals.totalClients,
      totalClientsWithoutService: totals.totalClientsWithoutService,
      totalPercentageWithService:
        totals.totalPercentageWithService ?? percentage(withService(totals), totals.totalClients),
      totalClientsAffectedByPlannedOutage: totals.totalClientsAffectedByPlannedOutage ?? 0,
    },
    regions: regions
      .map((region) => ({
        name: region.name,
        totalClients: region.totalClients,
        totalClientsWithoutService: region.totalClientsWithoutService,
        totalClientsWithService: region.totalClientsWithService ?? withService(region),
        totalClientsAffectedByPlannedOutage: region.totalClientsAffectedByPlannedOutage ?? 0,
        percentageClientsWithoutService:
          region.percentageClientsWithoutService ??
          percentage(region.totalClientsWithoutService, region.totalClients),
        percentageClientsWithService:
          region.percentageClientsWithService ?? percentage(withService(region), region.totalClients),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
};

export const fetchOutageReport = async (
  context: Pick<VendorContext, "send">,
): Promise<OutageReport | VendorFailure> => {
  const result = await requestJson(label, context, {
    path: "/miluma-outage-api/outage/regionsWithoutService",
    headers: { "user-agent": browserUserAgent },
  });
  if (!result.ok) return result.failure;
  const { response } = result;
  const report = response.status < 300 ? parseOutageReport(response.json) : undefined;
  return report ?? describeFailure(label, response);
};
