import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { DeleteTemplate } from "./delete-template.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { type TemplateFormProps, useTemplateForm } from "./use-template-form.ts";

/** A message's words, and beside them how a real person would get it. */
export const TemplateDialog = (props: TemplateFormProps) => {
  const { template, onClose } = props;
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const [deleting, setDeleting] = useState(false);
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
        <form noValidate onSubmit={submit} className="grid min-w-0 gap-5">
          <div className="grid min-w-0 gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,320px)]">
            <fieldset disabled={!mayChange} className="grid min-w-0 content-start gap-4">
              <legend className="sr-only">{t("templates.fields")}</legend>
              <TemplateFields form={form} problems={problems} subjectProblems={subjectProblems} />
            </fieldset>
            <TemplatePreview channel={channel} subject={subject} body={body} language={language} />
          </div>
          <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
          <DialogActions>
            {template && mayChange && (
              <Button className="mr-auto text-bad" onClick={() => setDeleting(true)}>
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
          {deleting && template && (
            <DeleteTemplate template={template} onCancel={() => setDeleting(false)} onDeleted={onClose} />
          )}
        </form>
      )}
    </FormDialog>
  );
};
