import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";

type DeleteTemplateDialogProps = {
  template: MessageTemplateRecord;
  onCancel: () => void;
  onDeleted: () => void;
};

/** Deletes the words of one channel and language. One that is in use says where, and stays. */
export const DeleteTemplateDialog = ({ template, onCancel, onDeleted }: DeleteTemplateDialogProps) => {
  const { t } = useTranslation();
  const remove = useApiMutation(templatesApi.remove);
  const [usedIn, setUsedIn] = useState<string[]>();
  const { id, channel, language } = template;
  const title = useTemplateTitle()(template);

  const confirmDelete = async () => {
    try {
      await remove.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("templates.deleted") });
      onDeleted();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code === "in_use") return setUsedIn((problem.issues ?? []).map(({ message }) => message));
      toast({
        title: t("error.title"),
        description: t("templates.deleteFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
      onCancel();
    }
  };

  if (usedIn)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onCancel()}
        title={t("templates.inUseTitle", { title })}
        className="sm:max-w-md"
      >
        <p className="text-sm text-soft">{t("templates.inUseText")}</p>
        <ul className="my-4 grid list-disc gap-1 pl-5 text-sm">
          {usedIn.map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onCancel}>{t("action.close")}</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={t("templates.deleteTitle", { name: title })}
      text={t("templates.deleteText", {
        channel: t(`reasons.channel.${channel}`),
        language: t(`templates.language.${language}`),
      })}
      confirm={t("rules.delete")}
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => void confirmDelete()}
    />
  );
};
