import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/auth.ts";
import { ApiError, serverMessage, useCall } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

export const PasswordForm = () => {
  const { t } = useTranslation();
  const { email } = useUser();
  const save = useCall(accountApi.password);
  const form = useForm({
    resolver: zodResolver(accountApi.password.input.body),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await save.mutateAsync({ body });
      form.reset();
      toast({ title: t("success.title"), description: t("account.passwordSaved") });
    } catch (error) {
      const message = serverMessage(error) ?? t("account.passwordFailed");
      if (error instanceof ApiError && error.problem?.code === "wrong_password") {
        form.setError("currentPassword", { message }, { shouldFocus: true });
      } else if (!showIssues(error, form.setError, ["currentPassword", "newPassword"])) {
        toast({ title: t("error.title"), description: message, variant: "destructive" });
      }
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <h3 className="font-[620]">{t("account.changePassword")}</h3>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("account.currentPassword")} required error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
        </Field>
        <Field
          label={t("account.newPassword")}
          required
          hint={t("password.rule")}
          error={errors.newPassword?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register("newPassword")} />
        </Field>
      </div>
      <DialogActions>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("account.changePassword")}
        </Button>
      </DialogActions>
    </form>
  );
};
