import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { acceptInvitationInput, invitationsApi } from "#contract/team.ts";
import { Entrance } from "#web/components/layout/entrance.tsx";
import { ApiError, callApi, serverMessage } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { currentLanguage, setLanguage } from "#web/lib/i18n.ts";
import { roleLabel } from "#web/lib/role-name.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Offer = Awaited<ReturnType<typeof callApi<(typeof invitationsApi)["lookUp"]>>>;

const AcceptForm = ({ token, offer }: { token: string; offer: Offer }) => {
  const { t } = useTranslation();
  const form = useForm({
    resolver: zodResolver(acceptInvitationInput),
    defaultValues: { token, firstName: "", lastName: null, password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await callApi(invitationsApi.accept, { body });
      // A full load, so that nothing of a former user of this browser is left; the link is not kept in its history.
      location.replace("/");
    } catch (error) {
      if (!showIssues(error, form.setError, Object.keys(acceptInvitationInput.shape)))
        form.setError("root", { message: serverMessage(error) ?? t("invitation.failed") });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t("user.email")}>
        <Input type="email" readOnly value={offer.email} autoComplete="username" className="h-10" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("user.firstName")} required error={errors.firstName?.message}>
          <Input autoComplete="given-name" className="h-10" {...form.register("firstName")} />
        </Field>
        <Field label={t("user.lastName")} error={errors.lastName?.message}>
          <Input
            autoComplete="family-name"
            className="h-10"
            {...form.register("lastName", { setValueAs: textOrNull })}
          />
        </Field>
      </div>
      <Field
        label={t("invitation.password")}
        required
        hint={t("password.rule", { min: offer.minPasswordLength })}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" className="h-10" {...form.register("password")} />
      </Field>
      {errors.root?.message && <FormAlert>{errors.root.message}</FormAlert>}
      <Button type="submit" variant="primary" disabled={isSubmitting} className="mt-2 h-10 w-full">
        {isSubmitting ? t("invitation.pending") : t("invitation.accept")}
      </Button>
    </form>
  );
};

/** The token is in the fragment of the address, which the browser does not send. */
const useLinkToken = (): string => {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
};

/** Where the link of an invitation leads. */
const InvitationScreen = () => {
  const { t, i18n } = useTranslation();
  const token = useLinkToken();
  const { data: offer, error } = useQuery({
    queryKey: ["invitation", token, currentLanguage()],
    queryFn: () => callApi(invitationsApi.lookUp, { body: { token } }),
    retry: (count, failure) => !(failure instanceof ApiError) && count < 3,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const language = offer?.language;
  useEffect(() => {
    // The language that the inviter chose; the person may change it above the form.
    if (language) void setLanguage(language);
  }, [language]);
  useTitle(t("invitation.title"));

  if (error && !offer)
    return (
      <Entrance heading={t("invitation.invalid")} text={serverMessage(error) ?? t("invitation.failed")}>
        <Button asChild className="h-10 w-full">
          <a href="/">{t("invitation.signIn")}</a>
        </Button>
      </Entrance>
    );
  if (!offer)
    return (
      <Entrance heading={t("invitation.title")}>
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
        </div>
      </Entrance>
    );
  const role = roleLabel(t, offer);
  const business = offer.business ?? "Faro";
  return (
    <Entrance
      heading={t("invitation.heading", { business })}
      text={[
        offer.invitedBy
          ? t("invitation.text", { name: offer.invitedBy, role })
          : t("invitation.textPlain", { role }),
        t("invitation.until", {
          date: new Intl.DateTimeFormat(i18n.language, { dateStyle: "long" }).format(
            new Date(offer.expiresAt),
          ),
        }),
      ].join(" ")}
    >
      <AcceptForm token={token} offer={offer} />
    </Entrance>
  );
};

export default InvitationScreen;
