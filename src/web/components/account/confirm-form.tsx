import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, serverMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

export type Confirmation = { password: string; code: string };

type ConfirmFormProps = {
  asks: readonly (keyof Confirmation)[];
  submit: string;
  danger?: boolean;
  onSubmit: (values: Confirmation) => Promise<void>;
  onCancel?: (() => void) | undefined;
  children?: ReactNode;
};

/** Asks for the current password, a code, or both, before a change of the second factor. */
export const ConfirmForm = ({
  asks,
  submit,
  danger = false,
  onSubmit,
  onCancel,
  children,
}: ConfirmFormProps) => {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Partial<Confirmation & { form: string }>>({});

  const showError = (error: unknown) => {
    const message = serverMessage(error) ?? t("account.secondFactor.failed");
    const code = error instanceof ApiError ? error.problem?.code : undefined;
    if (code === "wrong_password") setErrors({ password: message });
    else if (code === "wrong_code") setErrors({ code: message });
    else setErrors({ form: message });
  };

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const data = new FormData(event.currentTarget);
    const values = {
      password: String(data.get("password") ?? ""),
      code: String(data.get("code") ?? "").trim(),
    };
    const missing = asks.filter((name) => values[name] === "");
    setErrors(Object.fromEntries(missing.map((name) => [name, t("validation.required")])));
    if (missing.length > 0) return;
    setPending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      {children}
      {asks.includes("password") && (
        <Field label={t("account.currentPassword")} required error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      )}
      {asks.includes("code") && (
        <Field label={t("signIn.code")} required error={errors.code}>
          <Input name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      {errors.form && <FormAlert>{errors.form}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t("action.cancel")}</Button>}
        <Button type="submit" variant={danger ? "danger" : "primary"} disabled={pending}>
          {pending ? t("action.saving") : submit}
        </Button>
      </div>
    </form>
  );
};
