import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ledgers } from "#contract/ledgers.ts";
import { useDeliveries } from "#web/components/delivery/use-deliveries.ts";
import { query } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { AuditCard } from "./audit/audit-card.tsx";
import { ConsentsCard } from "./ledgers/consents-card.tsx";
import { HoursCard } from "./ledgers/hours-card.tsx";
import { OptOutsCard } from "./ledgers/opt-outs-card.tsx";
import { PolicyCard } from "./ledgers/policy-card.tsx";
import { ReviewsCard } from "./ledgers/reviews-card.tsx";
import { UnknownCard } from "./ledgers/unknown-card.tsx";
import { SummaryPanels } from "./summary-panels.tsx";
import { type TabId, tabIds, useComplianceView } from "./use-compliance-view.ts";

const contents: Record<TabId, () => ReactNode> = {
  audit: () => <AuditCard />,
  consents: () => <ConsentsCard />,
  optOuts: () => <OptOutsCard />,
  reviews: () => <ReviewsCard />,
  hours: () => (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <PolicyCard />
      <HoursCard />
    </div>
  ),
  unknown: () => <UnknownCard />,
};

const ComplianceScreen = () => {
  const { t } = useTranslation();
  const { tab, goTo } = useComplianceView();
  const { data: reviews } = useQuery(query(ledgers.reviews));
  const { rows: unknown } = useDeliveries({ status: "unknown" });
  const badges: Partial<Record<TabId, number | undefined>> = {
    reviews: reviews?.length,
    unknown: unknown?.length,
  };
  useCommands(
    useMemo(
      () =>
        tabIds.map((id) => ({
          id: `compliance ${id}`,
          label: `${t("screen.compliance.full")}: ${t(`compliance.tab.${id}`)}`,
          run: () => goTo(id),
        })),
      [t, goTo],
    ),
  );
  return (
    <>
      <SummaryPanels />
      <Tabs
        label={t("screen.compliance.full")}
        value={tab}
        onChange={goTo}
        tabs={tabIds.map((id) => ({
          id,
          label: t(`compliance.tab.${id}`),
          badge: badges[id],
          content: id === tab ? contents[id]() : null,
        }))}
      />
    </>
  );
};

export default ComplianceScreen;
