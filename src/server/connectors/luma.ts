import * as z from "zod";
import type { Outages } from "#contract/public-data.ts";
import type { VendorContext } from "./connector.ts";
import type { VendorFailure } from "./test-result.ts";
import { requestJson } from "./vendor-request.ts";
import { describeFailure } from "./vendor-response.ts";

const label = "LUMA";

/** The utility's public service. Nobody signs in, but a caller that is no browser is turned away. */
export const luma = {
  id: "luma",
  label,
  group: "data" as const,
  baseUrl: () => "https://api.miluma.lumapr.com",
  allow: "public" as const,
};
const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

export type OutageReport = Omit<Outages, "fetchedAt" | "stale" | "mode">;

const clients = z.int().min(0);
const percent = z.number().min(0).max(100);
/** Counts that the utility began to give later; absent means none. */
const counted = {
  totalClients: clients,
  totalClientsWithoutService: clients,
  totalClientsWithService: clients.optional(),
  totalClientsAffectedByPlannedOutage: clients.optional(),
};

const report = z.object({
  timestamp: z.string(),
  totals: z.object({ ...counted, totalPercentageWithService: percent.optional() }),
  regions: z
    .array(
      z.object({
        name: z.string().trim().min(1),
        ...counted,
        percentageClientsWithoutService: percent.optional(),
        percentageClientsWithService: percent.optional(),
      }),
    )
    .min(1),
});

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/** 05/13/2026 11:50 AM, without a zone: the island's, which is four hours behind UTC the whole year. */
const stamp = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}) (AM|PM)$/;

export const parseLumaTimestamp = (text: string): string | undefined => {
  const [, month, day, year, hour, minute, half] = stamp.exec(text.trim()) ?? [];
  if (!month || Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0");
  const at = new Date(`${year}-${month}-${day}T${hours}:${minute}:00-04:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The utility's answer in our shape, regions by name; undefined when it is none. */
export const parseOutageReport = (json: unknown): OutageReport | undefined => {
  const read = report.safeParse(json);
  const timestamp = read.success ? parseLumaTimestamp(read.data.timestamp) : undefined;
  if (!read.success || !timestamp) return undefined;
  const { totals, regions } = read.data;
  const withService = (of: { totalClients: number; totalClientsWithoutService: number }) =>
    Math.max(0, of.totalClients - of.totalClientsWithoutService);
  return {
    timestamp,
    totals: {
      totalClients: totals.totalClients,
      totalClientsWithoutService: totals.totalClientsWithoutService,
      totalPercentageWithService:
        totals.totalPercentageWithService ?? share(withService(totals), totals.totalClients),
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
          share(region.totalClientsWithoutService, region.totalClients),
        percentageClientsWithService:
          region.percentageClientsWithService ?? share(withService(region), region.totalClients),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
};

export const fetchOutageReport = async (
  context: Pick<VendorContext, "send">,
): Promise<OutageReport | VendorFailure> => {
  const read = await requestJson(label, context, {
    path: "/miluma-outage-api/outage/regionsWithoutService",
    headers: { "user-agent": browser },
  });
  if (!read.ok) return read.failure;
  return (
    (read.response.status < 300 ? parseOutageReport(read.response.json) : undefined) ??
    describeFailure(label, read.response)
  );
};
