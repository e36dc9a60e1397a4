import { useTranslation } from "react-i18next";
import { Redirect } from "wouter";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { useDelete } from "#web/components/deletion/use-delete.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { copySequencePath, sequencePath } from "#web/components/rule/sequence-path.ts";
import { toRuleInput } from "#web/components/rule/use-rule-form.ts";
import { useMay } from "#web/lib/session.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { DryRunDialog } from "./dry-run-dialog.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import type { RuleView } from "./use-rules-view.ts";
import { VersionsSheet } from "./versions-sheet.tsx";

const DeleteRuleDialog = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  const { deleteById } = useDelete(rulesApi.remove, {
    deleted: t("rules.deleted"),
    failed: t("rules.deleteFailed"),
  });

  const confirmDelete = () => {
    // A rule with many actions is deleted by a job, whose progress is shown by a toast.
    onClose();
    void deleteById(rule.id);
  };

  return (
    <ConfirmDialog
      title={t("rules.deleteTitle", { name: rule.name })}
      text={t("rules.deleteText")}
      confirm={t("rules.delete")}
      onCancel={onClose}
      onConfirm={confirmDelete}
    />
  );
};

const RuleHistorySheet = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <SideSheet onClose={onClose} title={t("rules.history.title")} caption={rule.name}>
      <DeliveryList
        filter={{ ruleId: rule.id }}
        withPerson
        empty={{ title: t("rules.history.empty"), text: t("rules.history.emptyText") }}
      />
    </SideSheet>
  );
};

type RuleOverlayProps = { view: RuleView; rule: Rule; onClose: () => void };

export const RuleOverlay = ({ view, rule, onClose }: RuleOverlayProps) => {
  const mayChange = useMay("rules", "work");
  if (view === "history") return <RuleHistorySheet rule={rule} onClose={onClose} />;
  if (view === "versions") return <VersionsSheet rule={rule} onClose={onClose} />;
  const hasSteps = isSequence(rule.actions, rule.options);
  if (view === "edit" && hasSteps) return <Redirect to={sequencePath(rule.id)} replace />;
  if (!mayChange) return null;
  if (view === "duplicate" && hasSteps) return <Redirect to={copySequencePath(rule.id)} replace />;
  if (view === "edit") return <RuleDialog rule={rule} onClose={onClose} />;
  if (view === "duplicate") return <RuleDialog copyFrom={rule} onClose={onClose} />;
  if (view === "dryRun") return <DryRunDialog rule={toRuleInput(rule)} onClose={onClose} />;
  return <DeleteRuleDialog rule={rule} onClose={onClose} />;
};
