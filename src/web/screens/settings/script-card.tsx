import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { scriptsApi, type VoiceScript } from "#contract/scripts.ts";
import { accentAfterChange, type ScriptInput, scriptLanguages, useCases } from "#domain/voice/script.ts";
import { withStored } from "#web/components/script/script-options.ts";
import { missingForTest, TestRequirements } from "#web/components/script/test-requirements.tsx";
import { useCanSpeak } from "#web/components/script/use-voices.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const offeredLanguages = scriptLanguages.filter((language) => language !== "de");
const offeredUseCases = useCases.filter((useCase) => useCase !== "survey" && useCase !== "appointment");

/** `updatedAt` is the version the edited values are based on. */
type EditedScript = Pick<VoiceScript, "content" | "language" | "useCase" | "updatedAt">;

const toEditedScript = ({ content, language, useCase, updatedAt }: VoiceScript): EditedScript => ({
  content,
  language,
  useCase,
  updatedAt,
});

type ScriptCardProps = {
  script: VoiceScript;
  readOnly: boolean;
  /** The script under test; only one test runs at a time. */
  testingId: string | undefined;
  onTest: (script: VoiceScript) => void;
};

export const ScriptCard = ({ script, readOnly, testingId, onTest }: ScriptCardProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canSpeak = useCanSpeak();
  const update = useApiMutation(scriptsApi.update);
  /** What is entered now would be overwritten by the newest version. */
  const [isLoading, setIsLoading] = useState(false);
  const { content, language, useCase, updatedAt, name } = script;
  const stored = useMemo<EditedScript>(
    () => ({ content, language, useCase, updatedAt }),
    [content, language, useCase, updatedAt],
  );
  const form = useStoredForm<EditedScript>(stored);
  const { errors, isDirty } = form.formState;
  const entered = form.watch();

  /** Changing the language resets the accent, as in the script dialog. */
  const withAccent = (values: EditedScript) => ({
    ...values,
    accent: (values.language === language
      ? script.accent
      : accentAfterChange(values.language)) as ScriptInput["accent"],
  });

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await update.mutateAsync({ params: { id: script.id }, body: withAccent(values) });
      form.reset(toEditedScript(saved));
      toast({ title: t("success.title"), description: t("script.updated") });
    } catch (error) {
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      if (outdated) form.setError("root", { message: serverMessage(error) ?? "" });
      toast({
        title: t("error.title"),
        description: t("script.updateFailed"),
        detail: outdated ? undefined : serverMessage(error),
        variant: "destructive",
      });
    }
  });

  // Read again, because the list may be outdated while live updates are interrupted.
  const loadNewest = async () => {
    setIsLoading(true);
    try {
      const scripts = await client.fetchQuery({ ...apiQuery(scriptsApi.list), staleTime: 0 });
      const newest = scripts.find(({ id }) => id === script.id);
      if (newest) form.reset(toEditedScript(newest));
    } catch {
      // The error of the save stays with its button, for another try.
    } finally {
      setIsLoading(false);
    }
  };

  const missing = missingForTest({ ...script, content: entered.content }, canSpeak(script.ttsProvider));
  const isSilent = entered.content === "" || missing.some((what) => what !== "content");
  const runTest = () => {
    if (missing.length > 0) {
      toast({ title: t("error.title"), description: t("script.needTarget"), variant: "destructive" });
      return;
    }
    onTest({ ...script, ...withAccent(entered) });
  };

  return (
    <Card
      title={name}
      caption={t(`script.useCases.${useCase}`)}
      aside={
        <div className="flex items-center gap-2">
          {!script.enabled && <Badge>{t("script.off")}</Badge>}
          <Button asChild size="sm" variant="ghost">
            <Link
              href={`/voice/scripts/${script.id}`}
              aria-label={t(readOnly ? "endpoints.openNamed" : "script.editNamed", { name })}
            >
              {t(readOnly ? "endpoints.open" : "action.edit")}
            </Link>
          </Button>
        </div>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <fieldset disabled={readOnly || isLoading} className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">{name}</legend>
          <Field
            label={t("script.content")}
            required
            error={errors.content?.message}
            className="sm:col-span-2"
          >
            <Textarea
              rows={4}
              maxLength={20_000}
              {...form.register("content", {
                validate: (value) => value.trim() !== "" || t("validation.required"),
              })}
            />
          </Field>
          <Field label={t("script.language")}>
            <Select {...form.register("language")}>
              {withStored(offeredLanguages, language).map((id) => (
                <option key={id} value={id}>
                  {t(`script.languages.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("script.useCase")}>
            <Select {...form.register("useCase")}>
              {withStored(offeredUseCases, useCase).map((id) => (
                <option key={id} value={id}>
                  {t(`script.useCases.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
        </fieldset>
        {errors.root?.message && (
          <FormAlert
            action={
              <Button size="sm" disabled={isLoading} onClick={() => void loadNewest()}>
                {t("script.loadNewest")}
              </Button>
            }
          >
            {errors.root.message}
          </FormAlert>
        )}
        {!readOnly && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <TestRequirements
              id={`test-needs-${script.id}`}
              script={{ ...script, content: entered.content }}
              canSpeak={canSpeak(script.ttsProvider)}
            />
            <Button
              aria-describedby={`test-needs-${script.id}`}
              disabled={testingId !== undefined || isSilent}
              onClick={runTest}
              {...(testingId === script.id ? {} : { "aria-label": t("script.testNamed", { name }) })}
            >
              <Play aria-hidden="true" />
              {testingId === script.id ? t("script.testing") : t("script.test")}
            </Button>
            <Button
              type="submit"
              variant={isDirty ? "primary" : "secondary"}
              disabled={update.isPending || isLoading}
              {...(update.isPending ? {} : { "aria-label": t("script.saveNamed", { name }) })}
            >
              {update.isPending ? t("action.saving") : t("script.save")}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
};
