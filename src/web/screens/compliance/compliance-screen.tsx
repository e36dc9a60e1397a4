import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { consentsApi } from "#contract/consents.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { useDeliveries } from "#web/components/delivery/use-deliveries.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AuditCard } from "./audit-card.tsx";
import { ConsentsCard } from "./consents-card.tsx";
import { ContactHoursCard } from "./contact-hours-card.tsx";
import { CostsCard } from "./costs-card.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { OptOutsCard } from "./opt-outs-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { ReviewsCard } from "./reviews-card.tsx";
import { SummaryPanels } from "./summary-panels.tsx";

const complianceTabIds = [
  "audit",
  "consents",
  "optOuts",
  "deliveries",
  "costs",
  "reviews",
  "hours",
  "unknown",
] as const;
type ComplianceTabId = (typeof complianceTabIds)[number];

/** The tab is stored in the URL. Changing the tab drops the filters of the previous one. */
const useComplianceTab = () => {
  const [params, setParams] = useSearchParams();
  const mayAudit = useMay("audit", "view");
  const mayView = useMay("compliance", "view");
  const tabs = useMemo(
    () => complianceTabIds.filter((id) => (id === "audit" ? mayAudit : mayView)),
    [mayAudit, mayView],
  );
  const first = tabs[0] ?? "audit";
  const tab = tabs.find((id) => id === params.get("tab")) ?? first;
  const setTab = useCallback(
    (next: ComplianceTabId) => setParams(next === first ? {} : { tab: next }),
    [setParams, first],
  );
  return { tabs, tab, setTab, mayView };
};

/** Deliveries with an unknown outcome. Only the provider's own records can resolve them. */
const UnknownDeliveriesCard = () => {
  const { t } = useTranslation();
  return (
    <Card title={t("compliance.unknown.title")}>
      <p className="mb-4 max-w-[75ch] text-sm text-soft">{t("compliance.unknown.text")}</p>
      <DeliveryList
        filter={{ status: "unknown" }}
        withPerson
        empty={{ title: t("compliance.unknown.empty"), text: t("compliance.unknown.emptyText") }}
      />
    </Card>
  );
};

const tabContents: Record<ComplianceTabId, () => ReactNode> = {
  audit: () => <AuditCard />,
  consents: () => <ConsentsCard />,
  optOuts: () => <OptOutsCard />,
  deliveries: () => <DeliveriesCard />,
  costs: () => <CostsCard />,
  reviews: () => <ReviewsCard />,
  hours: () => (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <PolicyCard />
      <ContactHoursCard />
    </div>
  ),
  unknown: () => <UnknownDeliveriesCard />,
};

const ComplianceScreen = () => {
  const { t } = useTranslation();
  const { tabs, tab, setTab, mayView } = useComplianceTab();
  const { data: reviews } = useQuery({ ...apiQuery(consentsApi.reviews), enabled: mayView });
  const { rows: unknown } = useDeliveries({ status: "unknown" });
  const badges: Partial<Record<ComplianceTabId, number | undefined>> = {
    reviews: reviews?.length,
    unknown: unknown?.length,
  };
  useCommands(
    useMemo(
      () =>
        tabs.map((id) => ({
          id: `compliance ${id}`,
          label: `${t("screen.compliance.full")}: ${t(`compliance.tab.${id}`)}`,
          run: () => setTab(id),
        })),
      [t, tabs, setTab],
    ),
  );
  return (
    <>
      {mayView && <SummaryPanels />}
      <Tabs
        label={t("screen.compliance.full")}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((id) => ({
          id,
          label: t(`compliance.tab.${id}`),
          badge: badges[id],
          content: id === tab ? tabContents[id]() : null,
        }))}
      />
    </>
  );
};

export default ComplianceScreen;
