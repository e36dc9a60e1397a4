import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { authApi } from "#contract/auth.ts";
import { LanguageSelect } from "#web/components/layout/language-select.tsx";
import { Logo } from "#web/components/layout/logo.tsx";
import { ApiError, callApi, serverMessage } from "#web/lib/api.ts";
import { setLanguage } from "#web/lib/i18n.ts";
import { toast } from "#web/lib/toast.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { CodeForm } from "./code-form.tsx";
import { Seascape } from "./seascape.tsx";

const SignInForm = () => {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  /** Kept between the two steps of a sign-in with a second factor. */
  const [credentials, setCredentials] = useState<{ email: string; password: string }>();
  const [codeError, setCodeError] = useState<string>();

  const signIn = async (body: { email: string; password: string; code?: string }) => {
    setPending(true);
    setCodeError(undefined);
    try {
      await callApi(authApi.login, { body });
      location.reload();
    } catch (error) {
      setPending(false);
      const code = error instanceof ApiError ? error.problem?.code : undefined;
      if (code === "second_factor_needed") return setCredentials(body);
      if (code === "wrong_code") return setCodeError(serverMessage(error));
      toast({
        title: t("signIn.failed"),
        description: serverMessage(error) ?? t("signIn.wrong"),
        variant: "destructive",
      });
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const formData = new FormData(event.currentTarget);
    const email = String(formData.get("email") ?? "").trim();
    const password = String(formData.get("password") ?? "");
    if (email === "" || password === "") {
      toast({ title: t("signIn.invalid"), description: t("signIn.bothNeeded"), variant: "destructive" });
      return;
    }
    await signIn({ email, password });
  };

  if (credentials) {
    return (
      <CodeForm
        pending={pending}
        error={codeError}
        onSubmit={(code) => void signIn({ ...credentials, code })}
        onBack={() => setCredentials(undefined)}
      />
    );
  }
  return (
    // Empty fields are reported by a toast instead of the browser.
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

const SignInScreen = () => {
  const { t } = useTranslation();
  useTitle(t("signIn.title"));
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-1">
      <Seascape />
      <main className="flex flex-col px-6 py-5 sm:px-10">
        <LanguageSelect onChange={(language) => void setLanguage(language)} className="ml-auto" />
        <div className="mx-auto w-full max-w-90 py-6 lg:my-auto">
          <div className="mb-8 flex items-center gap-3">
            <Logo className="size-11 shrink-0" />
            <div>
              <p className="font-[660] text-xl leading-6 tracking-tight">Faro</p>
              <p className="text-soft text-xs">{t("brand.platform")}</p>
            </div>
          </div>
          <h1 className="font-[660] text-2xl leading-8 tracking-[-0.02em]">{t("signIn.heading")}</h1>
          <p className="mt-1 mb-7 text-soft">{t("signIn.tagline")}</p>
          <SignInForm />
        </div>
      </main>
    </div>
  );
};

export default SignInScreen;
