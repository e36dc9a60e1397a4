import { useQuery } from "@tanstack/react-query";
import { FileClock, MoonStar, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { compliance } from "#contract/compliance.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { FigurePanel, FigurePanelSkeleton } from "./figure-panel.tsx";

const panelGrid = "grid grid-cols-[minmax(0,1fr)] gap-3.5 xl:grid-cols-[4fr_3fr_3fr]";

export const SummaryPanels = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(compliance.summary));
  if (!data) {
    if (error) {
      return (
        <ErrorCard
          title={t("compliance.summaryFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    }
    return (
      <div className={panelGrid} aria-busy="true">
        <FigurePanelSkeleton count={4} />
        <FigurePanelSkeleton count={3} />
        <FigurePanelSkeleton count={3} />
      </div>
    );
  }
  const { consents, quietHours, audit } = data;
  return (
    <div className={panelGrid}>
      <FigurePanel
        icon={ShieldCheck}
        title={t("compliance.consents.title")}
        figures={[
          { label: t("compliance.consents.sms"), value: consents.sms },
          { label: t("compliance.consents.email"), value: consents.email },
          { label: t("compliance.consents.call"), value: consents.call },
          { label: t("compliance.consents.dnc"), value: consents.dnc },
        ]}
      />
      <FigurePanel
        icon={MoonStar}
        title={t("compliance.quietHours.title")}
        figures={[
          { label: t("compliance.quietHours.activeRules"), value: quietHours.activeRules },
          { label: t("compliance.quietHours.blockedToday"), value: quietHours.blockedToday },
          { label: t("compliance.quietHours.timezones"), value: quietHours.timezones },
        ]}
      />
      <FigurePanel
        icon={FileClock}
        title={t("compliance.audit.title")}
        figures={[
          { label: t("compliance.audit.eventsToday"), value: audit.eventsToday },
          { label: t("compliance.audit.dataChanges"), value: audit.dataChanges },
          {
            label: t("compliance.audit.failedActions"),
            value: audit.failedActions,
            bad: audit.failedActions > 0,
          },
        ]}
      />
    </div>
  );
};
