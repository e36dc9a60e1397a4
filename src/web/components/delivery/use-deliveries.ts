import type { RequestOf } from "#contract/api-route.ts";
import { deliveriesApi } from "#contract/deliveries.ts";
import { callApi } from "#web/lib/api.ts";
import { usePages } from "#web/lib/use-pages.ts";

export type DeliveryFilter = Omit<RequestOf<typeof deliveriesApi.list>["query"], "before" | "limit">;

export const useDeliveries = (filter: DeliveryFilter, limit = 20) =>
  usePages(
    deliveriesApi.list,
    filter,
    (before) => callApi(deliveriesApi.list, { query: { ...filter, ...before, limit } }),
    ({ actions }) => actions,
  );
