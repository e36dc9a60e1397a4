import { useTranslation } from "react-i18next";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useHasRole } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { DryRunDialog } from "./dry-run-dialog.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { toRuleInput } from "./use-rule-form.ts";
import type { RuleView } from "./use-rules-view.ts";
import { VersionsSheet } from "./versions-sheet.tsx";

const DeleteRuleDialog = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  const remove = useApiMutation(rulesApi.remove);

  const confirmDelete = async () => {
    try {
      await remove.mutateAsync({ params: { id: rule.id } });
      toast({ title: t("success.title"), description: t("rules.deleted") });
    } catch (error) {
      const failed = t("rules.deleteFailed");
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
    onClose();
  };

  return (
    <ConfirmDialog
      title={t("rules.deleteTitle", { name: rule.name })}
      text={t("rules.deleteText")}
      confirm={t("rules.delete")}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => void confirmDelete()}
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
  const mayChange = useHasRole("operator");
  if (view === "history") return <RuleHistorySheet rule={rule} onClose={onClose} />;
  if (view === "versions") return <VersionsSheet rule={rule} onClose={onClose} />;
  if (!mayChange) return null;
  if (view === "edit") return <RuleDialog rule={rule} onClose={onClose} />;
  if (view === "duplicate") return <RuleDialog copyFrom={rule} onClose={onClose} />;
  if (view === "dryRun") return <DryRunDialog rule={toRuleInput(rule)} onClose={onClose} />;
  return <DeleteRuleDialog rule={rule} onClose={onClose} />;
};
