import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { inboxApi } from "#contract/inbox.ts";
import { rulesApi } from "#contract/rules.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { Select } from "#web/ui/select.tsx";
import type { useCalendarView } from "./use-calendar-view.ts";

const maxBroadcasts = 200;

type PlanFiltersProps = {
  calendar: Pick<ReturnType<typeof useCalendarView>, "ruleId" | "owner" | "setRule" | "setOwner">;
};

/** Which rule or broadcast, and whose people. */
export const PlanFilters = ({ calendar: { ruleId, owner, setRule, setOwner } }: PlanFiltersProps) => {
  const { t } = useTranslation();
  const user = useUser();
  const { data: rules = [] } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const { data: open } = useQuery(
    apiQuery(broadcastsApi.list, { query: { state: "open", limit: maxBroadcasts } }),
  );
  const { data: colleagues } = useQuery(apiQuery(inboxApi.colleagues));
  const broadcasts = open?.broadcasts ?? [];
  const others = (colleagues?.users ?? []).filter(({ id }) => id !== user.id);
  return (
    <>
      <Select
        aria-label={t("campaigns.calendar.source")}
        value={[...rules, ...broadcasts].some(({ id }) => id === ruleId) ? ruleId : ""}
        onChange={({ target }) => setRule(target.value)}
        className="h-8 max-w-56 text-xs"
      >
        <option value="">{t("campaigns.calendar.allSources")}</option>
        {broadcasts.length > 0 && (
          <optgroup label={t("campaigns.tab.broadcasts")}>
            {broadcasts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {rules.length > 0 && (
          <optgroup label={t("campaigns.calendar.rules")}>
            {rules.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
      <Select
        aria-label={t("campaigns.calendar.owner")}
        value={owner ?? ""}
        onChange={({ target }) => setOwner(target.value)}
        className="h-8 max-w-44 text-xs"
      >
        <option value="">{t("campaigns.calendar.allOwners")}</option>
        <option value="me">{t("campaigns.calendar.mine")}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
};
