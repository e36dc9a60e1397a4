import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { auth } from "#contract/auth.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

export const SignInForm = () => {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const entered = new FormData(event.currentTarget);
    const email = String(entered.get("email") ?? "").trim();
    const password = String(entered.get("password") ?? "");
    if (email === "" || password === "") {
      toast({ title: t("signIn.invalid"), description: t("signIn.bothNeeded"), variant: "destructive" });
      return;
    }
    setPending(true);
    try {
      await callApi(auth.login, { body: { email, password } });
      location.reload();
    } catch (error) {
      setPending(false);
      toast({
        title: t("signIn.failed"),
        description: serverMessage(error) ?? t("signIn.wrong"),
        variant: "destructive",
      });
    }
  };

  return (
    // Our own message about empty fields shows, not the browser's.
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t("signIn.email")}>
        <Input
          type="email"
          name="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className="h-10"
        />
      </Field>
      <Field label={t("signIn.password")}>
        <PasswordInput name="password" required autoComplete="current-password" className="h-10" />
      </Field>
      <Button type="submit" variant="primary" disabled={pending} className="mt-2 h-10 w-full">
        {pending ? t("signIn.pending") : t("signIn.submit")}
      </Button>
    </form>
  );
};
