import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { credentialFields } from "#domain/ingestion/endpoint.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { AdvancedEndpointFields } from "./form/advanced-fields.tsx";
import { BasicFields } from "./form/basic-fields.tsx";
import { type EndpointFormProps, useEndpointForm } from "./form/use-endpoint-form.ts";

export const EndpointDialog = (props: EndpointFormProps) => {
  const { endpoint, onClose } = props;
  const { t } = useTranslation();
  const readOnly = !useMay("endpoints", "work");
  const [confirmingDiscard, setConfirmingDiscard] = useState(false);
  const { form, submit, refusal, loadNewest, advancedOpen, setAdvancedOpen, busy } = useEndpointForm(props);
  const { isDirty } = form.formState;
  const usesKeys = credentialFields(form.watch("authMethod")).length > 0;
  const close = () => (isDirty ? setConfirmingDiscard(true) : onClose());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(endpoint ? "endpoints.editTitle" : "endpoints.createTitle")}
      className="sm:max-w-2xl"
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="grid gap-4">
          <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
            <legend className="sr-only">
              {t(endpoint ? "endpoints.editTitle" : "endpoints.createTitle")}
            </legend>
            <BasicFields endpoint={endpoint} />
          </fieldset>
          {endpoint?.webhookUrl && !usesKeys && (
            <Field label={t("endpoints.webhookUrl")}>
              <CopyField value={endpoint.webhookUrl} />
            </Field>
          )}
          <fieldset disabled={readOnly} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
            <AdvancedEndpointFields endpoint={endpoint} open={advancedOpen} onToggle={setAdvancedOpen} />
          </fieldset>
          {refusal && (
            <FormAlert
              action={
                refusal.outdated && (
                  <Button size="sm" onClick={() => void loadNewest()}>
                    {t("endpoints.loadNewest")}
                  </Button>
                )
              }
            >
              {refusal.message}
            </FormAlert>
          )}
          <DialogActions>
            <Button onClick={close}>{t(readOnly ? "action.close" : "action.cancel")}</Button>
            {!readOnly && (
              <Button type="submit" variant="primary" disabled={busy}>
                {busy ? t("action.saving") : t("action.save")}
              </Button>
            )}
          </DialogActions>
        </form>
      </FormProvider>
      {confirmingDiscard && (
        <ConfirmDialog
          title={t("endpoints.unsaved")}
          text={t("endpoints.unsavedText")}
          confirm={t("endpoints.discard")}
          onCancel={() => setConfirmingDiscard(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
