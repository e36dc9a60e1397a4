import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { approvalsApi } from "#contract/approvals.ts";
import { apiQuery } from "#web/lib/api.ts";

/** Knowledge that AI assistants propose and an operator has not decided on. */
export const WaitingProposals = () => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(approvalsApi.count));
  const count = data?.knowledge ?? 0;
  if (count === 0) return null;
  return (
    <p className="text-sm">
      <Link href="/approvals" className="text-sea underline">
        {t("approvals.proposals", { count })}
      </Link>
    </p>
  );
};
