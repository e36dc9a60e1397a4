import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/auth.ts";
import { type Language, languages } from "#domain/language.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { currentLanguage, setLanguage } from "#web/lib/i18n.ts";
import { useUser } from "#web/lib/session.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ChatAccountsSection } from "./chat-accounts-section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PushSection } from "./push-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const ProfileForm = () => {
  const { t } = useTranslation();
  const user = useUser();
  const save = useApiMutation(accountApi.update);
  const form = useForm({
    resolver: zodResolver(accountApi.update.input.body),
    defaultValues: { firstName: user.firstName, lastName: user.lastName, language: currentLanguage() },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await save.mutateAsync({ body });
      if (body.language) await setLanguage(body.language as Language);
      toast({ title: t("success.title"), description: t("account.saved") });
    } catch (error) {
      showIssues(error, form.setError, ["firstName", "lastName", "language"]);
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("account.saveFailed"),
        variant: "destructive",
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("user.firstName")} error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...form.register("firstName", { setValueAs: textOrNull })} />
        </Field>
        <Field label={t("user.lastName")} error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register("lastName", { setValueAs: textOrNull })} />
        </Field>
      </div>
      <Field label={t("language.label")} error={errors.language?.message}>
        <Select {...form.register("language")}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`language.${language}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DialogActions>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("action.save")}
        </Button>
      </DialogActions>
    </form>
  );
};

export const AccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { email, hasPassword } = useUser();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("account.title")} description={email}>
      <div className="grid gap-6">
        <ProfileForm />
        <hr className="border-line" />
        {hasPassword ? (
          <>
            <PasswordForm />
            <hr className="border-line" />
            <SecondFactorSection />
          </>
        ) : (
          <p className="text-sm text-soft">{t("account.withoutPassword")}</p>
        )}
        <hr className="border-line" />
        <SessionsSection />
        <hr className="border-line" />
        <PushSection />
        <ChatAccountsSection />
      </div>
    </Dialog>
  );
};
