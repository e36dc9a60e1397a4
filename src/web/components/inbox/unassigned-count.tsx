import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";

/** The number of conversations without an owner, in the sidebar. */
export const UnassignedCount = () => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(firstRoutes.inboxCounts, { query: {} }));
  const { count = 0, isExact = true } = data?.counts.unassigned ?? {};
  if (count === 0) return null;
  const shown = isExact ? String(count) : `${count}+`;
  return (
    <span
      data-count
      className="ml-auto rounded-full bg-beam px-1.5 font-[600] text-2xs text-on-beam leading-4 tabular-nums"
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{t("inbox.unassignedCount", { count, shown })}</span>
    </span>
  );
};
