import { deliveries } from "#contract/deliveries.ts";
import { callApi } from "#web/lib/api.ts";
import { usePages } from "#web/lib/use-pages.ts";

export type DeliveryFilter = { personId?: string; ruleId?: string; status?: "unknown" };

export const useDeliveries = (filter: DeliveryFilter, limit = 20) =>
  usePages(
    deliveries.list,
    filter,
    (before) => callApi(deliveries.list, { query: { ...filter, ...before, limit } }),
    ({ actions }) => actions,
  );
