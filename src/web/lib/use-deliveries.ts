import { deliveriesApi } from "#contract/deliveries.ts";
import { call } from "./api.ts";
import { usePages } from "./use-pages.ts";

export type DeliveryFilter = { personId?: string; ruleId?: string; status?: "unknown" };

export const useDeliveries = (filter: DeliveryFilter, limit = 20) =>
  usePages(
    deliveriesApi.list,
    filter,
    (before) => call(deliveriesApi.list, { query: { ...filter, ...before, limit } }),
    ({ actions }) => actions,
  );
