import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rulesApi } from "#contract/rules.ts";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import { query, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type DeleteTemplateProps = { template: MessageTemplateRecord; onCancel: () => void; onDeleted: () => void };

export const DeleteTemplate = ({ template, onCancel, onDeleted }: DeleteTemplateProps) => {
  const { t } = useTranslation();
  const remove = useCall(templatesApi.remove);
  const { data = [] } = useQuery(query(rulesApi.list));
  const { id, name, channel } = template;
  const users = data.filter(({ actions }) =>
    actions.some((action) => action.type === channel && action.template.toLowerCase() === name),
  );

  const confirm = async () => {
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
        users.length > 0
          ? t("templates.deleteUsed", {
              count: users.length,
              rules: users.map((rule) => rule.name).join(", "),
            })
          : t("templates.deleteText")
      }
      confirm={t("rules.delete")}
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => void confirm()}
    />
  );
};
