import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import {
  authMethods,
  type EndpointInput,
  endpointInput,
  endpointStatuses,
  endpointTypes,
  ingestionModes,
  keyFieldsOf,
} from "#domain/ingestion.ts";
import { serverMessage, useCall } from "../../lib/api.ts";
import { showIssues } from "../../lib/form-errors.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { textOrNull } from "../../lib/validation-words.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Input } from "../../ui/input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { Select } from "../../ui/select.tsx";
import { Textarea } from "../../ui/textarea.tsx";

type EndpointDialogProps = { endpoint?: IngestionEndpoint; like?: IngestionEndpoint; onClose: () => void };

const startOf = (from: IngestionEndpoint | undefined): EndpointInput =>
  from
    ? {
        name: from.name,
        type: from.type,
        description: from.description,
        authMethod: from.authMethod,
        ingestionMode: from.ingestionMode,
        status: from.status,
        endpointUrl: from.endpointUrl,
      }
    : { ...endpointInput.parse({ name: "x" }), name: "" };

export const EndpointDialog = ({ endpoint, like, onClose }: EndpointDialogProps) => {
  const { t } = useTranslation();
  const readOnly = !useMay("operator");
  const create = useCall(endpoints.create);
  const update = useCall(endpoints.update);
  const [refusal, setRefusal] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const form = useForm<EndpointInput>({
    resolver: zodResolver(endpointInput) as never,
    defaultValues: like
      ? { ...startOf(like), name: t("endpoints.copyName", { name: like.name }) }
      : startOf(endpoint),
  });
  const { errors, isDirty } = form.formState;
  const keyFields = keyFieldsOf(form.watch("authMethod"));
  const type = form.watch("type");
  const stored = { apiKey: endpoint?.apiKey, secretKey: endpoint?.secretKey };

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      if (endpoint) {
        await update.mutateAsync({
          params: { id: endpoint.id },
          body: { ...body, updatedAt: endpoint.updatedAt },
        });
      } else await create.mutateAsync({ body });
      toast({
        title: t("success.title"),
        description: t(endpoint ? "endpoints.updated" : "endpoints.created"),
      });
      onClose();
    } catch (error) {
      const failed = t(endpoint ? "endpoints.updateFailed" : "endpoints.createFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      if (!showIssues(error, form.setError, Object.keys(endpointInput.shape)))
        setRefusal(serverMessage(error) ?? failed);
    }
  });

  const close = () => (isDirty ? setLeaving(true) : onClose());
  const secret = (name: "apiKey" | "secretKey") => (
    <Field
      label={t(`endpoints.${name}`)}
      required={!stored[name]}
      hint={stored[name] ? t("endpoints.keepSecret") : undefined}
      error={errors[name]?.message}
    >
      <PasswordInput autoComplete="new-password" placeholder={stored[name] ?? ""} {...form.register(name)} />
    </Field>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(endpoint ? "endpoints.editTitle" : "endpoints.createTitle")}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <fieldset disabled={readOnly} className="grid gap-4">
          <Field label={t("endpoints.name")} required error={errors.name?.message}>
            <Input autoComplete="off" {...form.register("name")} />
          </Field>
          <Field label={t("endpoints.description")} error={errors.description?.message}>
            <Textarea rows={2} {...form.register("description", { setValueAs: textOrNull })} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("endpoints.type")}
              hint={type === "webhook" && !endpoint?.webhookUrl ? t("endpoints.webhookNew") : undefined}
            >
              <Select {...form.register("type")}>
                {endpointTypes.map((id) => (
                  <option key={id} value={id}>
                    {t(`endpoints.types.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("endpoints.authMethod")}>
              <Select {...form.register("authMethod")}>
                {authMethods.map((id) => (
                  <option key={id} value={id}>
                    {t(`endpoints.auths.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("endpoints.ingestionMode")}>
              <Select {...form.register("ingestionMode")}>
                {ingestionModes.map((id) => (
                  <option key={id} value={id}>
                    {t(`endpoints.modes.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("endpoints.status")}>
              <Select {...form.register("status")}>
                {endpointStatuses.map((id) => (
                  <option key={id} value={id}>
                    {t(`endpoints.statuses.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {keyFields.includes("endpointUrl") && (
            <Field label={t("endpoints.endpointUrl")} required error={errors.endpointUrl?.message}>
              <Input
                type="url"
                placeholder="https://api.example.com/leads"
                {...form.register("endpointUrl")}
              />
            </Field>
          )}
          {keyFields.includes("apiKey") && secret("apiKey")}
          {keyFields.includes("secretKey") && secret("secretKey")}
        </fieldset>
        {endpoint?.webhookUrl && keyFields.length === 0 && (
          <Field label={t("endpoints.webhookUrl")}>
            <CopyField value={endpoint.webhookUrl} />
          </Field>
        )}
        {refusal && <FormAlert>{refusal}</FormAlert>}
        <DialogActions>
          <Button onClick={close}>{t("action.cancel")}</Button>
          {!readOnly && (
            <Button type="submit" variant="primary" disabled={create.isPending || update.isPending}>
              {create.isPending || update.isPending ? t("action.saving") : t("action.save")}
            </Button>
          )}
        </DialogActions>
      </form>
      {leaving && (
        <ConfirmDialog
          title={t("endpoints.unsaved")}
          text={t("endpoints.unsavedText")}
          confirm={t("endpoints.discard")}
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
