import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

export const DeleteRuleDialog = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  const remove = useCall(rules.remove);

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
