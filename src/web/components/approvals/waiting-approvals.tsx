import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";

/** The number of requests of AI assistants that wait for a decision, in the sidebar. */
export const WaitingApprovals = () => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(firstRoutes.approvalCount));
  const count = data?.waiting ?? 0;
  if (count === 0) return null;
  return (
    <span
      data-count
      className="ml-auto rounded-full bg-beam px-1.5 font-[600] text-2xs text-on-beam leading-4 tabular-nums"
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t("approvals.count", { count, shown: String(count) })}</span>
    </span>
  );
};
