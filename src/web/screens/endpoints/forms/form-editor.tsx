import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formsApi, type LeadForm } from "#contract/forms.ts";
import { formPage } from "#domain/forms/form-page.ts";
import type { Language } from "#domain/language.ts";
import { usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type FormDraft, fromDraft, newDraft, suggestSlug, toDraft } from "./form-draft.ts";
import { ConsentFields, FieldChoice, TextFields } from "./form-fields.tsx";

const languageOptions = [
  { id: "en" as const, label: "English" },
  { id: "es" as const, label: "Español" },
];

type EditorProps = { form: LeadForm | undefined; onClose: () => void };

/** Edits a form beside the page that visitors would see; the preview cannot be sent. */
export const FormEditor = ({ form, onClose }: EditorProps) => {
  const { t, i18n } = useTranslation();
  const customFields = usePersonFields();
  const [draft, setDraft] = useState<FormDraft>(form ? toDraft(form) : newDraft);
  const [language, setLanguage] = useState<Language>(i18n.language === "es" ? "es" : "en");
  const create = useApiMutation(formsApi.create);
  const update = useApiMutation(formsApi.update);
  const error = create.error ?? update.error;
  const change = (part: Partial<FormDraft>) => setDraft((before) => ({ ...before, ...part }));
  const issue = (path: string): string | undefined =>
    error instanceof ApiError
      ? error.problem?.issues?.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message
      : undefined;

  const save = async () => {
    const body = fromDraft(draft);
    try {
      if (form)
        await update.mutateAsync({ params: { id: form.id }, body: { ...body, updatedAt: form.updatedAt } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("forms.saved", { name: draft.name }) });
      onClose();
    } catch {
      // Shown in the form.
    }
  };

  const preview = formPage({
    form: draft,
    language,
    customFields,
    action: null,
    otherUrl: null,
    pageToken: "",
    posted: {},
    problems: {},
    alert: null,
  });
  const isPending = create.isPending || update.isPending;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title={form ? form.name : t("forms.add")}>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t("forms.name")} required error={issue("name")}>
              <Input
                value={draft.name}
                onChange={({ target: { value } }) =>
                  change({
                    name: value,
                    ...(form || draft.slug !== suggestSlug(draft.name) ? {} : { slug: suggestSlug(value) }),
                  })
                }
              />
            </Field>
            <Field label={t("forms.slug")} required error={issue("slug")} hint={`/f/${draft.slug}`}>
              <Input value={draft.slug} onChange={({ target: { value } }) => change({ slug: value })} />
            </Field>
            <Field label={t("forms.tags")} hint={t("forms.tagsHint")} error={issue("tags")}>
              <Input value={draft.tags} onChange={({ target: { value } }) => change({ tags: value })} />
            </Field>
            <Field label={t("forms.active")} hint={t("forms.activeHint")}>
              <Switch checked={draft.active} onCheckedChange={(active) => change({ active })} />
            </Field>
          </div>
          <div className="mt-4 grid gap-4">
            <FieldChoice draft={draft} onChange={change} customFields={customFields} />
            {issue("fields") && <p className="text-bad text-xs">{issue("fields")}</p>}
          </div>
        </Card>
        <Card
          title={t("forms.texts")}
          aside={
            <SegmentedControl
              label={t("forms.language")}
              options={languageOptions}
              value={language}
              onChange={setLanguage}
            />
          }
        >
          <div className="grid gap-5">
            <TextFields draft={draft} onChange={change} language={language} />
            <ConsentFields draft={draft} onChange={change} language={language} />
            {issue("consents") && <p className="text-bad text-xs">{issue("consents")}</p>}
          </div>
        </Card>
        <Card title={t("forms.sites")}>
          <Field label={t("forms.origins")} hint={t("forms.originsHint")} error={issue("origins")}>
            <Textarea
              rows={3}
              value={draft.origins}
              placeholder="https://www.example.com"
              onChange={({ target: { value } }) => change({ origins: value })}
            />
          </Field>
        </Card>
        {error && <FormAlert>{serverMessage(error) ?? t("forms.saveFailed")}</FormAlert>}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={isPending}>
            {isPending ? t("action.saving") : t("action.save")}
          </Button>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
        </div>
      </div>
      <Card title={t("forms.preview")} className="lg:sticky lg:top-4">
        <iframe
          title={t("forms.preview")}
          sandbox=""
          srcDoc={preview}
          className="h-[36rem] w-full rounded-lg border border-line bg-panel"
        />
      </Card>
    </form>
  );
};
