import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { businessApi } from "#contract/business.ts";
import { firstStepsApi } from "#contract/first-steps.ts";
import { type Language, languages } from "#domain/language.ts";
import { Logo } from "#web/components/layout/logo.tsx";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { currentLanguage, setLanguage } from "#web/lib/i18n.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type Names = {
  businessName: string | null;
  firstName: string | null;
  lastName: string | null;
  language: Language;
};
/** What the first administrator sees after the first sign-in. */
const NamesScreen = () => {
  const { t } = useTranslation();
  const { data: business } = useQuery(apiQuery(businessApi.get));
  const client = useQueryClient();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (body: Names | { skip: true }) => callApi(firstStepsApi.names, { body }),
    onSuccess: async () => {
      // A link to another screen stays as it is.
      if (location.pathname === "/") history.replaceState(null, "", "/start");
      await invalidateTopics(client, firstStepsApi.names.topics);
    },
  });
  const save = (body: Names | { skip: true }) => mutateAsync(body).catch(() => {});
  const form = useForm<Names>({
    defaultValues: { businessName: null, firstName: null, lastName: null, language: currentLanguage() },
  });
  useTitle(t("start.names.title"));
  // What the demo named the business is offered until the user types.
  useEffect(() => {
    if (business?.name && !form.formState.dirtyFields.businessName)
      form.resetField("businessName", { defaultValue: business.name });
  }, [business, form]);

  const submit = form.handleSubmit((names) => save(names));
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-112 flex-col px-6 py-5">
      <Logo className="size-9 shrink-0" />
      <div className="my-auto grid gap-6 py-8">
        <div>
          <h1 className="font-[660] text-2xl leading-8 tracking-[-0.02em]">{t("start.names.title")}</h1>
          <p className="mt-1.5 text-soft">{t("start.names.text")}</p>
        </div>
        <form noValidate onSubmit={submit} aria-busy={isPending} className="grid gap-4">
          <Field label={t("start.names.business")} hint={t("start.names.businessHint")}>
            <Input
              autoComplete="organization"
              maxLength={100}
              {...form.register("businessName", { setValueAs: textOrNull })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("user.firstName")}>
              <Input
                autoComplete="given-name"
                maxLength={200}
                {...form.register("firstName", { setValueAs: textOrNull })}
              />
            </Field>
            <Field label={t("user.lastName")}>
              <Input
                autoComplete="family-name"
                maxLength={200}
                {...form.register("lastName", { setValueAs: textOrNull })}
              />
            </Field>
          </div>
          <Field label={t("language.label")}>
            <Select
              {...form.register("language", {
                onChange: (event: { target: { value: Language } }) => void setLanguage(event.target.value),
              })}
            >
              {languages.map((language) => (
                <option key={language} value={language}>
                  {t(`language.${language}`)}
                </option>
              ))}
            </Select>
          </Field>
          {error && <FormAlert>{serverMessage(error) ?? t("start.names.failed")}</FormAlert>}
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
            <Button variant="ghost" disabled={isPending} onClick={() => void save({ skip: true })}>
              {t("start.names.skip")}
            </Button>
            <Button type="submit" variant="primary" disabled={isPending}>
              {isPending ? t("action.saving") : t("start.names.save")}
            </Button>
          </div>
        </form>
      </div>
    </main>
  );
};

export default NamesScreen;
