import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import type { ConnectorCard, IntegrationActivity, MaskedConnection } from "#contract/integrations.ts";
import { findWorkPanel } from "#web/components/integrations/work-settings.tsx";
import { SyncSheet } from "#web/components/sync/sync-sheet.tsx";
import { useSignInResult } from "#web/components/sync/use-sign-in-result.ts";
import { useFormat } from "#web/lib/format.ts";
import type { FieldOptions } from "#web/lib/json-schema.ts";
import { useMay } from "#web/lib/session.ts";
import { ConnectionForm, type ConnectionKind } from "#web/screens/settings/connector-form.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ActivityBars } from "./activity-bars.tsx";
import { IntegrationBadge, useIntegrationProblem } from "./integration-card.tsx";

type IntegrationSheetProps = {
  connector: ConnectorCard;
  connection: MaskedConnection | undefined;
  activity: IntegrationActivity;
  kind: ConnectionKind;
  /** Values to choose from, by field. */
  offered?: Record<string, FieldOptions>;
  onClose: () => void;
};

/** Everything about one integration: its state and last day, and its settings with save and test. */
export const IntegrationSheet = ({
  connector,
  connection,
  activity,
  kind,
  offered = {},
  onClose,
}: IntegrationSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("integrations", "manage");
  const [params] = useSearchParams();
  const isReturned = useSignInResult(connector.id, connector.label);
  const [tab, setTab] = useState<"connection" | "work">(
    // A notice about work that failed leads to it.
    isReturned || params.get("part") === "work" ? "work" : "connection",
  );
  const problem = useIntegrationProblem()(activity);
  const form = <ConnectionForm connector={connector} connection={connection} kind={kind} offered={offered} />;
  if (connector.hasSync)
    return (
      <SyncSheet
        service={connector.id}
        label={connector.label}
        connection={form}
        startsAt={isReturned ? "connection" : "overview"}
        onClose={onClose}
      />
    );
  const { requests, failed, hours, state } = activity;
  const WorkPanel = connector.hasWork && isAdmin ? findWorkPanel(connector.id) : undefined;
  const overview = (
    <div className="grid gap-5">
      {problem && (
        <FormAlert>
          {problem} {t("integrations.failedStep")}
        </FormAlert>
      )}
      <section aria-label={t("integrations.lastDay")} className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <p className="text-sm text-soft">
          {t("integrations.requests", { count: requests, number: format.number(requests) })}
          {failed > 0 &&
            ` · ${t("integrations.failedCount", { count: failed, number: format.number(failed) })}`}
        </p>
        <ActivityBars hours={hours} />
      </section>
      {form}
    </div>
  );
  return (
    <SideSheet
      wide={WorkPanel !== undefined}
      onClose={onClose}
      title={
        <>
          {connector.label}
          <span className="ml-2 align-middle">
            <IntegrationBadge state={state} />
          </span>
        </>
      }
    >
      {WorkPanel ? (
        <Tabs<"connection" | "work">
          label={connector.label}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: "connection", label: t("sync.tab.connection"), content: overview },
            { id: "work", label: t("workIntegration.tab"), content: <WorkPanel /> },
          ]}
        />
      ) : (
        overview
      )}
    </SideSheet>
  );
};
