import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { rulesApi } from "#contract/rules.ts";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { type TemplateFormProps, useTemplateForm } from "./use-template-form.ts";

type DeleteTemplateDialogProps = {
  template: MessageTemplateRecord;
  onCancel: () => void;
  onDeleted: () => void;
};

const DeleteTemplateDialog = ({ template, onCancel, onDeleted }: DeleteTemplateDialogProps) => {
  const { t } = useTranslation();
  const remove = useApiMutation(templatesApi.remove);
  const { data = [] } = useQuery(apiQuery(rulesApi.list, { query: {} }));
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

export const TemplateDialog = (props: TemplateFormProps) => {
  const { template, onClose } = props;
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  const { form, problems, subjectProblems, refusal, loadNewest, submit, busy } = useTemplateForm(props);
  const { channel, subject, body, language } = form.watch();

  return (
    <FormDialog
      title={t(template ? "templates.edit" : "templates.add")}
      dirty={form.formState.isDirty}
      onClose={onClose}
      className="sm:max-w-4xl"
    >
      {(cancel) => (
        <form noValidate onSubmit={submit} className="grid min-w-0 grid-cols-1 gap-5">
          <div className="grid min-w-0 grid-cols-1 gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,320px)]">
            <fieldset disabled={!mayChange} className="grid min-w-0 grid-cols-1 content-start gap-4">
              <legend className="sr-only">{t("templates.fields")}</legend>
              <TemplateFields form={form} problems={problems} subjectProblems={subjectProblems} />
            </fieldset>
            <TemplatePreview channel={channel} subject={subject} body={body} language={language} />
          </div>
          <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
          <DialogActions>
            {template && mayChange && (
              <Button className="mr-auto text-bad" onClick={() => setConfirmingDelete(true)}>
                {t("rules.delete")}
              </Button>
            )}
            <Button onClick={cancel}>{t(mayChange ? "action.cancel" : "action.close")}</Button>
            {mayChange && (
              <Button type="submit" variant="primary" disabled={busy}>
                {busy ? t("action.saving") : t("action.save")}
              </Button>
            )}
          </DialogActions>
          {confirmingDelete && template && (
            <DeleteTemplateDialog
              template={template}
              onCancel={() => setConfirmingDelete(false)}
              onDeleted={onClose}
            />
          )}
        </form>
      )}
    </FormDialog>
  );
};
