import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { phoneApi, type SipExtension } from "#contract/phone.ts";
import {
  defaultSipPort,
  type SipTransport,
  sipCodecs,
  sipExtensionInput,
  sipTransports,
} from "#domain/sip/extension.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

const fieldNames = Object.keys(sipExtensionInput.shape);

type SipDialogProps = {
  /** Undefined: a new one. */
  extension: SipExtension | undefined;
  onClose: () => void;
  onLoadNewest: () => Promise<unknown>;
};

export const SipDialog = ({ extension, onClose, onLoadNewest }: SipDialogProps) => {
  const { t } = useTranslation();
  const create = useApiMutation(phoneApi.createExtension);
  const update = useApiMutation(phoneApi.updateExtension);
  const remove = useApiMutation(phoneApi.removeExtension);
  const [confirmsDelete, setConfirmsDelete] = useState(false);
  const form = useForm({
    resolver: zodResolver(sipExtensionInput),
    defaultValues: {
      label: extension?.label ?? "",
      sipDomain: extension?.sipDomain ?? "",
      username: extension?.username ?? "",
      password: "" as string | null,
      transport: extension?.transport ?? ("UDP" as SipTransport),
      port: extension?.port ?? 5060,
      register: extension?.register ?? true,
      codecs: extension?.codecs ?? [],
    },
  });
  const { errors, isDirty } = form.formState;
  const { refusal, refuse, clear } = useSaveError(form.setError, fieldNames);
  const codecs = form.watch("codecs") ?? [];
  const removesPassword = form.watch("password") === null;
  const isBusy = create.isPending || update.isPending;

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      await (extension
        ? update.mutateAsync({
            params: { id: extension.id },
            body: { ...body, updatedAt: extension.updatedAt },
          })
        : create.mutateAsync({ body }));
      toast({ title: t("success.title"), description: t("sip.saved", { label: body.label }) });
      onClose();
    } catch (error) {
      refuse(error, t("sip.saveFailed"));
    }
  });

  const deleteExtension = async ({ id, label }: SipExtension) => {
    setConfirmsDelete(false);
    try {
      await remove.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("sip.deleted", { label }) });
      onClose();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("sip.deleteFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  /** The port follows the transport while it is the usual one. */
  const changeTransport = (transport: SipTransport) => {
    const usual = defaultSipPort(form.getValues("transport") ?? "UDP");
    if (Number(form.getValues("port")) === usual) form.setValue("port", defaultSipPort(transport));
    form.setValue("transport", transport, { shouldDirty: true });
  };

  return (
    <FormDialog
      title={extension ? t("sip.edit") : t("sip.add")}
      description={extension?.label}
      dirty={isDirty}
      onClose={onClose}
    >
      {(cancel) => (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <Field label={t("sip.label")} required error={errors.label?.message}>
            <Input autoComplete="off" maxLength={60} {...form.register("label")} />
          </Field>
          <Field
            label={t("sip.domain")}
            required
            hint={t("sip.domainHint")}
            error={errors.sipDomain?.message}
          >
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register("sipDomain")}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("sip.username")}
              required
              hint={t("sip.usernameHint")}
              error={errors.username?.message}
            >
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.register("username")}
              />
            </Field>
            <Field
              label={t("sip.password")}
              hint={
                removesPassword
                  ? t("form.secretRemoved")
                  : extension?.password
                    ? t("sip.passwordKept")
                    : t("sip.passwordHint")
              }
              error={errors.password?.message}
              aside={
                extension?.password && (
                  <button
                    type="button"
                    aria-label={
                      removesPassword
                        ? t("form.keepNamed", { name: t("sip.password") })
                        : t("sip.passwordRemove")
                    }
                    onClick={() =>
                      form.setValue("password", removesPassword ? "" : null, { shouldDirty: true })
                    }
                    className="rounded px-1 text-soft text-xs hover:text-ink hover:underline"
                  >
                    {removesPassword ? t("form.keep") : t("form.remove")}
                  </button>
                )
              }
            >
              <PasswordInput
                autoComplete="new-password"
                readOnly={removesPassword}
                placeholder={removesPassword ? "" : (extension?.password ?? "")}
                {...form.register("password")}
              />
            </Field>
            <Field label={t("sip.transport")} hint={t("sip.transportHint")} error={errors.transport?.message}>
              <Select
                value={form.watch("transport") ?? "UDP"}
                onChange={({ target: { value } }) => changeTransport(value as SipTransport)}
              >
                {sipTransports.map((transport) => (
                  <option key={transport} value={transport}>
                    {transport}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("sip.port")} error={errors.port?.message}>
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={65_535}
                {...form.register("port", { valueAsNumber: true })}
              />
            </Field>
          </div>
          <Field label={t("sip.register")} hint={t("sip.registerHint")}>
            <Switch
              checked={form.watch("register") ?? true}
              onCheckedChange={(checked) => form.setValue("register", checked, { shouldDirty: true })}
            />
          </Field>
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-[540] text-sm">{t("sip.codecs")}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {sipCodecs.map((codec) => (
                <span key={codec} className="flex items-center gap-2">
                  <Checkbox
                    id={`codec-${codec}`}
                    checked={codecs.includes(codec)}
                    onCheckedChange={(checked) =>
                      form.setValue(
                        "codecs",
                        sipCodecs.filter((one) => (one === codec ? checked : codecs.includes(one))),
                        { shouldDirty: true },
                      )
                    }
                  />
                  <label htmlFor={`codec-${codec}`} className="text-sm">
                    {codec}
                  </label>
                </span>
              ))}
            </div>
            <p className="text-faint text-xs">{t("sip.codecsHint")}</p>
          </fieldset>
          <SaveErrorAlert refusal={refusal} onLoadNewest={onLoadNewest} />
          <DialogActions>
            {extension && (
              <Button
                variant="ghost"
                className="mr-auto text-bad hover:text-bad"
                disabled={remove.isPending}
                onClick={() => setConfirmsDelete(true)}
              >
                {t("sip.delete")}
              </Button>
            )}
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
          {confirmsDelete && extension && (
            <ConfirmDialog
              title={t("sip.deleteTitle", { label: extension.label })}
              text={t("sip.deleteText")}
              confirm={t("sip.delete")}
              onConfirm={() => void deleteExtension(extension)}
              onCancel={() => setConfirmsDelete(false)}
            />
          )}
        </form>
      )}
    </FormDialog>
  );
};
