import { system } from "#server/audit/entry.ts";
import { holidaysBetween } from "#server/connectors/holidays.ts";
import { noteOutageVisit, readOutageWatch } from "#server/store/workspace/outage-watch.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { prepareNotice } from "./prepare-notice.ts";
import { Problem } from "./problem.ts";
import { readOutages } from "./read-outages.ts";
import { requestLanguage, vendorProblem } from "./vendor-problems.ts";

const maxRangeDays = 1100;
/** A visit is written down at most so often. */
const visitEveryMs = 3_600_000;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** While users look at it, the product looks for outages also without them. */
const noteVisit = async ({ database, write, clock }: ApiServices): Promise<void> => {
  const { visitedAt } = await readOutageWatch(database.db);
  const now = clock.now();
  if (visitedAt !== null && now < visitedAt + visitEveryMs) return;
  await write(system, ({ tx }) => noteOutageVisit(tx, now));
};

export const publicDataHandlers: Handlers["publicData"] = {
  outages: async ({ services, caller, request }) => {
    const { outages: found, failure, opened } = await readOutages(services);
    await noteVisit(services);
    if (found) return found;
    if (failure) throw vendorProblem(failure, opened, requestLanguage({ caller, request }));
    throw new Problem("vendor_failed");
  },

  prepareNotice,

  holidays: async ({ input: { query }, caller, request }) => {
    const { countryIsoCode, languageIsoCode, validFrom, validTo } = query;
    const days = daysBetween(validFrom, validTo);
    if (days < 0 || days > maxRangeDays)
      throw new Problem("invalid", {
        issues: [{ path: "validTo", message: issuePhrases[requestLanguage({ caller, request })].dateOrder }],
      });
    const holidays = await holidaysBetween(countryIsoCode, validFrom, validTo);
    // The requested language comes first, for clients that show only one name.
    return {
      holidays: holidays.map((holiday) => ({
        ...holiday,
        name: holiday.name.toSorted(
          (a, b) => Number(b.language === languageIsoCode) - Number(a.language === languageIsoCode),
        ),
      })),
    };
  },
};
