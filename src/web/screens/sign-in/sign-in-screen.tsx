import { useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Entrance } from "#web/components/layout/entrance.tsx";
import { ApiError, apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { toast } from "#web/lib/toast.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { CodeForm } from "./code-form.tsx";
import { openAskedPage, ProviderButton, readSignInStep } from "./provider-sign-in.tsx";

const ProviderFailure = lazy(async () => ({
  default: (await import("./provider-failure.tsx")).ProviderFailure,
}));

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
      await callApi(firstRoutes.login, { body });
      openAskedPage();
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
        back={t("signIn.back")}
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

/** The code of a user with a second factor of their own, whom the identity provider asked for none. */
const ProviderCodeForm = ({ onBack }: { onBack: () => void }) => {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (code: string) => {
    setPending(true);
    setFailure(undefined);
    try {
      await callApi(firstRoutes.providerCode, { body: { code } });
      openAskedPage();
    } catch (error) {
      setPending(false);
      setFailure(serverMessage(error) ?? t("signIn.failed"));
    }
  };
  return (
    <CodeForm
      pending={pending}
      error={failure}
      onSubmit={(code) => void submit(code)}
      onBack={onBack}
      back={t("signIn.backToStart")}
    />
  );
};

/** Forms of the methods that the workspace offers, and what became of a sign-in with the identity provider. */
const SignInMethods = () => {
  const { t } = useTranslation();
  const [step, setStep] = useState(readSignInStep);
  const { data, isPending } = useQuery({ ...apiQuery(firstRoutes.signInMethods), retry: false });
  // The forms do not change under the hands of the user.
  if (isPending) return null;
  if (step === "code") return <ProviderCodeForm onBack={() => setStep(null)} />;
  const provider = data?.provider ?? null;
  const takesPassword = data === undefined || data.password || step === "password";
  return (
    <div className="grid gap-4">
      {step !== null && step !== "password" && (
        <Suspense fallback={null}>
          <ProviderFailure reason={step} />
        </Suspense>
      )}
      {provider && !takesPassword && <ProviderButton name={provider.name} isMain />}
      {takesPassword && <SignInForm />}
      {provider && takesPassword && (
        <>
          <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t("signIn.or")}
          </p>
          <ProviderButton name={provider.name} isMain={false} />
        </>
      )}
      {data?.password === false && takesPassword && (
        <p className="text-faint text-xs">{t("signIn.passwordForAdministrators")}</p>
      )}
    </div>
  );
};

const SignInScreen = () => {
  const { t } = useTranslation();
  useTitle(t("signIn.title"));
  return (
    <Entrance heading={t("signIn.heading")} text={t("signIn.tagline")}>
      <SignInMethods />
    </Entrance>
  );
};

export default SignInScreen;
