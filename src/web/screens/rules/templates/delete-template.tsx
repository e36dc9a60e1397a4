import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rules } from "#contract/rules.ts";
import { type MessageTemplate, templates } from "#contract/templates.ts";
import { query, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type DeleteTemplateDialogProps = { template: MessageTemplate; onCancel: () => void; onDeleted: () => void };

export const DeleteTemplateDialog = ({ template, onCancel, onDeleted }: DeleteTemplateDialogProps) => {
  const { t } = useTranslation();
  const remove = useCall(templates.remove);
  const { data = [] } = useQuery(query(rules.list));
  const { id, name, channel } = template;
  const usingRules = data.filter(({ actions }) =>
    actions.some((action) => action.type === channel && action.template.toLowerCase() === name),
  );

  const confirmDelete = async () => {
    try {
      await remove.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("templates.deleted") });
      onDeleted();
    } catch (error) {
      const failed = t("templates.deleteFailed");
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
      onCancel();
    }
  };

  return (
    <ConfirmDialog
      title={t("templates.deleteTitle", { name })}
      text={
        usingRules.length > 0
          ? t("templates.deleteUsed", {
              count: usingRules.length,
              rules: usingRules.map((rule) => rule.name).join(", "),
            })
          : t("templates.deleteText")
      }
      confirm={t("rules.delete")}
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => void confirmDelete()}
    />
  );
};
