import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/auth.ts";
import { type ApiTokenView, tokensApi } from "#contract/tokens.ts";
import { isAdministrative } from "#domain/access/areas.ts";
import { minPasswordLengthFor } from "#domain/password-policy.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

/** The tokens with which programs act for the user now. An administrator also sees those of others in the list. */
const useOwnTokens = (): ApiTokenView[] => {
  const { id } = useUser();
  const { data } = useQuery({ ...apiQuery(tokensApi.list), refetchOnMount: "always" });
  return (data?.tokens ?? []).filter(
    ({ user, revokedAt, expiresAt }) =>
      user.id === id && revokedAt === null && Date.parse(expiresAt) > Date.now(),
  );
};

/** Changes one's own password; the programs that act for the user end with it, unless they keep them. */
export const PasswordForm = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { email, permissions } = useUser();
  const save = useApiMutation(accountApi.password);
  const form = useForm({
    resolver: zodResolver(accountApi.password.input.body.omit({ keptTokens: true })),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const tokens = useOwnTokens();
  const [kept, setKept] = useState<readonly string[]>([]);
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { endedTokens } = await save.mutateAsync({ body: { ...body, keptTokens: [...kept] } });
      form.reset();
      setKept([]);
      toast({
        title: t("success.title"),
        description:
          endedTokens === 0
            ? t("account.passwordSaved")
            : t("account.passwordSavedTokens", { count: endedTokens, number: format.number(endedTokens) }),
      });
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
      {/* Lets a password manager assign the password to this account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("account.currentPassword")} required error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
        </Field>
        <Field
          label={t("account.newPassword")}
          required
          hint={t("password.rule", { min: minPasswordLengthFor(isAdministrative(permissions)) })}
          error={errors.newPassword?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register("newPassword")} />
        </Field>
      </div>
      {tokens.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="font-[560] text-sm">{t("account.passwordTokens.title")}</legend>
          <p className="text-soft text-sm">{t("account.passwordTokens.hint")}</p>
          <ul className="grid gap-2">
            {tokens.map(({ id, name, ending, lastUsedAt }) => (
              <li key={id} className="grid gap-0.5">
                <div className="flex items-center gap-2 text-sm">
                  <Checkbox
                    id={`keep-${id}`}
                    checked={kept.includes(id)}
                    onCheckedChange={(checked) =>
                      setKept(checked ? [...kept, id] : kept.filter((one) => one !== id))
                    }
                  />
                  <label htmlFor={`keep-${id}`}>{t("account.passwordTokens.keep", { name, ending })}</label>
                </div>
                <span className="pl-6 text-faint text-xs">
                  {lastUsedAt === null
                    ? t("account.passwordTokens.neverUsed")
                    : t("account.passwordTokens.lastUsed", { at: format.dateTime(lastUsedAt) })}
                </span>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <DialogActions>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("account.changePassword")}
        </Button>
      </DialogActions>
    </form>
  );
};
