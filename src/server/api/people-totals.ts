import { cacheUntilChanged } from "#server/live/cache-until-changed.ts";
import { countPeople, type PeopleTotal } from "#server/store/people/people.ts";
import type { PeopleFilter } from "#server/store/people/people-search.ts";
import type { ApiServices } from "./handler.ts";

/** A total that reached its limit hardly ever falls below it again, so changes of people do not end it. */
const boundedLifetimeMs = 60_000;
const maxBounded = 500;
/** A page must not wait for a longer count; `audiences.count` counts further. */
const maxCountedByAudience = 1000;

type Totals = { count: (filter: PeopleFilter) => Promise<PeopleTotal> };

const createTotals = ({ live, database }: ApiServices): Totals => {
  const totals = cacheUntilChanged(live, ["people"], (key: string) =>
    countPeople(database.pool, JSON.parse(key), false),
  );
  const bounded = new Map<string, { total: PeopleTotal; expiresAt: number }>();
  return {
    count: async (filter) => {
      const { search, type, status, tag } = filter;
      // An audience depends on more than people and on the time, so its total is not kept.
      if (filter.audience) return countPeople(database.pool, filter, false, maxCountedByAudience);
      const key = JSON.stringify({ search, type, status, tag });
      const known = bounded.get(key);
      if (known && Date.now() < known.expiresAt) return known.total;
      const total = await totals.get(key);
      if (bounded.size >= maxBounded) bounded.clear();
      if (total.totalIs === "at_least")
        bounded.set(key, { total, expiresAt: Date.now() + boundedLifetimeMs });
      return total;
    },
  };
};

const totalsByServices = new WeakMap<ApiServices, Totals>();

/** Totals of searches, kept so that further pages and other readers of the same search do not count again. */
export const peopleTotals = (services: ApiServices): Totals => {
  const totals = totalsByServices.get(services) ?? createTotals(services);
  totalsByServices.set(services, totals);
  return totals;
};
