import { type ReactNode, useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type ProviderCheckStep, type SingleSignOn, singleSignOnApi } from "#contract/single-sign-on.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { RoleSelect } from "#web/screens/settings/team/role-select.tsx";
import { useRoleOptions } from "#web/screens/settings/team/use-roles.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { type SingleSignOnValues, toFormValues, toInput, toTest } from "./form-values.ts";
import { GroupRoles } from "./group-roles.tsx";
import { ProviderAddresses } from "./provider-addresses.tsx";
import { ProviderCheck } from "./provider-check.tsx";
import { SwitchRow } from "./switch-row.tsx";

type Form = UseFormReturn<SingleSignOnValues>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-4">
    <h3 className="font-[600] text-sm">{title}</h3>
    {children}
  </section>
);

const ProviderFields = ({ form, stored }: { form: Form; stored: SingleSignOn["settings"] }) => {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const plain = { autoComplete: "off", spellCheck: false, autoCapitalize: "none" } as const;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Field label={t("team.sso.name")} required hint={t("team.sso.nameHint")} error={errors.name?.message}>
        <Input autoComplete="off" maxLength={40} placeholder="Google" {...form.register("name")} />
      </Field>
      <Field
        label={t("team.sso.issuer")}
        required
        hint={t("team.sso.issuerHint")}
        error={errors.issuer?.message}
      >
        <Input {...plain} type="url" placeholder="https://accounts.google.com" {...form.register("issuer")} />
      </Field>
      <Field label={t("team.sso.clientId")} required error={errors.clientId?.message}>
        <Input {...plain} {...form.register("clientId")} />
      </Field>
      <Field
        label={t("team.sso.clientSecret")}
        required={stored === null}
        hint={stored && t("team.sso.clientSecretHint", { stored: stored.clientSecret })}
        error={errors.clientSecret?.message}
      >
        <PasswordInput autoComplete="off" {...form.register("clientSecret")} />
      </Field>
      <Field label={t("team.sso.scopes")} hint={t("team.sso.scopesHint")} error={errors.scopes?.message}>
        <Input {...plain} {...form.register("scopes")} />
      </Field>
    </div>
  );
};

/** Tests what is entered, before it is saved. */
const TestProvider = ({ form }: { form: Form }) => {
  const { t } = useTranslation();
  const test = useApiMutation(singleSignOnApi.test);
  const [steps, setSteps] = useState<ProviderCheckStep[]>();
  const run = async () => {
    setSteps(undefined);
    try {
      setSteps((await test.mutateAsync({ body: toTest(form.getValues()) })).steps);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      const issues = (problem?.issues ?? []).filter(({ path }) => path in form.getValues());
      for (const { path, message } of issues)
        form.setError(path as keyof SingleSignOnValues, { message: message || (problem?.message ?? "") });
      if (issues.length === 0)
        toast({
          title: t("error.title"),
          description: serverMessage(error) ?? t("team.sso.testFailed"),
          variant: "destructive",
        });
    }
  };
  return (
    <div className="grid gap-3">
      <Button className="justify-self-start" disabled={test.isPending} onClick={() => void run()}>
        {test.isPending ? t("team.sso.testing") : t("team.sso.test")}
      </Button>
      <div aria-live="polite">{steps && <ProviderCheck steps={steps} />}</div>
    </div>
  );
};

const AccountFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const options = useRoleOptions();
  return (
    <>
      <Part title={t("team.sso.who")}>
        <Field label={t("team.sso.domains")} hint={t("team.sso.domainsHint")} error={errors.domains?.message}>
          <Input
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            placeholder="example.com, example.org"
            {...form.register("domains")}
          />
        </Field>
        <SwitchRow form={form} name="createsUsers" />
        <SwitchRow form={form} name="linksUsers" />
        <SwitchRow form={form} name="trustsEmails" />
      </Part>
      <Part title={t("team.sso.roles")}>
        <Field
          label={t("team.sso.groupClaim")}
          required
          hint={t("team.sso.groupClaimHint")}
          error={errors.groupClaim?.message}
          className="lg:max-w-[50%]"
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            {...form.register("groupClaim")}
          />
        </Field>
        <GroupRoles form={form} options={options} />
        <Field
          label={t("team.sso.defaultRole")}
          hint={t("team.sso.defaultRoleHint")}
          error={errors.defaultRole?.message}
          className="lg:max-w-[50%]"
        >
          <Controller
            control={form.control}
            name="defaultRole"
            render={({ field: role }) => (
              <RoleSelect options={options} none={t("team.sso.nobody")} {...role} />
            )}
          />
        </Field>
      </Part>
    </>
  );
};

type SingleSignOnFormProps = { stored: SingleSignOn; onDone: () => void; onReload: () => Promise<unknown> };

export const SingleSignOnForm = ({ stored, onDone, onReload }: SingleSignOnFormProps) => {
  const { t } = useTranslation();
  const { settings, passwordLink, localAdmins } = stored;
  const form = useForm<SingleSignOnValues>({ defaultValues: toFormValues(settings) });
  const save = useApiMutation(singleSignOnApi.save);
  const remove = useApiMutation(singleSignOnApi.remove);
  const [isRemoving, setIsRemoving] = useState(false);
  const values = form.watch();
  const fields = [
    ...Object.keys(values).filter((name) => name !== "groupRoles"),
    ...values.groupRoles.flatMap((_row, index) => [`groupRoles.${index}.group`, `groupRoles.${index}.role`]),
    "groupRoles",
  ];
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);

  const submit = form.handleSubmit(async (entered) => {
    clear();
    try {
      await save.mutateAsync({ body: toInput(entered, settings?.updatedAt) });
      toast({ title: t("success.title"), description: t("team.sso.saved") });
      onDone();
    } catch (error) {
      refuse(error, t("team.sso.saveFailed"));
    }
  });

  const confirmRemove = async () => {
    try {
      await remove.mutateAsync();
      toast({ title: t("success.title"), description: t("team.sso.removed") });
      onDone();
    } catch (error) {
      setIsRemoving(false);
      refuse(error, t("team.sso.saveFailed"));
    }
  };

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ProviderAddresses {...stored} />
      <Part title={t("team.sso.provider")}>
        <ProviderFields form={form} stored={settings} />
        <TestProvider form={form} />
      </Part>
      <AccountFields form={form} />
      <Part title={t("team.sso.security")}>
        <SwitchRow form={form} name="statesSecondFactor" />
        <SwitchRow form={form} name="enabled" />
        <SwitchRow
          form={form}
          name="onlySingleSignOn"
          disabled={!values.onlySingleSignOn && (!values.enabled || localAdmins === 0)}
          note={localAdmins === 0 ? t("team.sso.noLocalAdmin") : undefined}
        />
        {values.onlySingleSignOn && (
          <Field label={t("team.sso.passwordLink")} hint={t("team.sso.passwordLinkHint")}>
            <CopyField value={passwordLink} />
          </Field>
        )}
      </Part>
      <SaveErrorAlert refusal={refusal} onLoadNewest={onReload} />
      <div className="flex flex-wrap justify-end gap-2">
        {settings && (
          <Button className="mr-auto" onClick={() => setIsRemoving(true)}>
            {t("team.sso.remove")}
          </Button>
        )}
        <Button onClick={onDone}>{t("action.cancel")}</Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("action.save")}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t("team.sso.removeTitle")}
          text={t("team.sso.removeText")}
          confirm={t("team.sso.remove")}
          busy={remove.isPending}
          onConfirm={() => void confirmRemove()}
          onCancel={() => setIsRemoving(false)}
        />
      )}
    </form>
  );
};
