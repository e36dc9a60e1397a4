import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  type KnowledgeEntry,
  type KnowledgeInput,
  knowledgeApi,
  knowledgeInput,
  maxKnowledgeLength,
  type OpenQuestion,
} from "#contract/knowledge.ts";
import { knowledgeKinds, knowledgeStatuses } from "#domain/agent/knowledge.ts";
import { languages, parseLanguage } from "#domain/language.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

export type EditedKnowledge =
  | { mode: "new" }
  | { mode: "entry"; id: string }
  | { mode: "question"; question: OpenQuestion };

const blank: KnowledgeInput = { ...knowledgeInput.parse({ title: "x", body: "x" }), title: "", body: "" };
const fields = Object.keys(knowledgeInput.shape);
const inputOf = (entry: KnowledgeEntry): KnowledgeInput =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => fields.includes(name))) as KnowledgeInput;

type EntryDialogProps = { edited: EditedKnowledge; readOnly: boolean; onClose: () => void };

export const EntryDialog = ({ edited, readOnly, onClose }: EntryDialogProps) => {
  if (edited.mode === "entry") return <StoredEntry id={edited.id} readOnly={readOnly} onClose={onClose} />;
  const question = edited.mode === "question" ? edited.question : undefined;
  const values = question
    ? {
        ...blank,
        title: question.question.slice(0, 200),
        language: parseLanguage(question.language) ?? null,
      }
    : blank;
  return <EntryForm values={values} question={question} readOnly={readOnly} onClose={onClose} />;
};

/** Loads the whole text, which the list does not have. */
const StoredEntry = ({ id, ...props }: { id: string; readOnly: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...apiQuery(knowledgeApi.get, { params: { id } }),
    // A change by somebody else must not replace what is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    gcTime: 0,
  });
  const [entry, setEntry] = useState<KnowledgeEntry>();
  if (data && !entry) setEntry(data);
  if (entry) return <EntryForm values={inputOf(entry)} stored={entry} {...props} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t("knowledge.edit")}
      className="sm:max-w-2xl"
    >
      {error ? (
        <ErrorCard
          title={t("knowledge.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-72 rounded-lg" />
        </div>
      )}
    </Dialog>
  );
};

type EntryFormProps = {
  values: KnowledgeInput;
  stored?: KnowledgeEntry;
  question?: OpenQuestion | undefined;
  readOnly: boolean;
  onClose: () => void;
};

const EntryForm = ({ values, stored, question, readOnly, onClose }: EntryFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(knowledgeApi.create);
  const update = useApiMutation(knowledgeApi.update);
  const answer = useApiMutation(knowledgeApi.answerQuestion);
  const [version, setVersion] = useState(stored?.updatedAt);
  const form = useForm<KnowledgeInput>({
    resolver: zodResolver(knowledgeInput) as Resolver<KnowledgeInput>,
    defaultValues: values,
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  const { isDirty, errors } = form.formState;
  const kind = form.watch("kind");
  const busy = create.isPending || update.isPending || answer.isPending;
  const optional = { setValueAs: (value: string | null) => value || null };

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      if (stored)
        await update.mutateAsync({ params: { id: stored.id }, body: { ...body, updatedAt: version } });
      else if (question) await answer.mutateAsync({ params: { id: question.id }, body });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("knowledge.saved") });
      onClose();
    } catch (error) {
      refuse(error, t("knowledge.saveFailed"));
    }
  });

  const loadNewest = async () => {
    if (!stored) return;
    const newest = await client.fetchQuery({
      ...apiQuery(knowledgeApi.get, { params: { id: stored.id } }),
      staleTime: 0,
    });
    setVersion(newest.updatedAt);
    clear();
    form.reset(inputOf(newest));
  };

  return (
    <FormDialog
      title={t(stored ? "knowledge.edit" : question ? "knowledge.open.answerTitle" : "knowledge.add")}
      description={
        stored?.source
          ? t("knowledge.source", { source: stored.source })
          : question && question.times > 1
            ? t("knowledge.open.closesAll", { count: question.times })
            : undefined
      }
      dirty={isDirty && !readOnly}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      {(cancel) => (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <fieldset disabled={readOnly} className="grid gap-4 sm:grid-cols-2">
            <legend className="sr-only">{t("knowledge.title")}</legend>
            {!question && (
              <div className="justify-self-start sm:col-span-2">
                <SegmentedControl
                  label={t("knowledge.kind")}
                  value={kind}
                  onChange={(id) => form.setValue("kind", id, { shouldDirty: true })}
                  options={knowledgeKinds.map((id) => ({ id, label: t(`knowledge.kinds.${id}`) }))}
                />
              </div>
            )}
            <Field
              label={t(kind === "question" ? "knowledge.question" : "knowledge.documentName")}
              required
              error={errors.title?.message}
              className="sm:col-span-2"
            >
              <Input maxLength={200} {...form.register("title")} />
            </Field>
            <Field
              label={t(kind === "question" ? "knowledge.answer" : "knowledge.text")}
              hint={t(kind === "question" ? "knowledge.answerHint" : "knowledge.textHint")}
              required
              error={errors.body?.message}
              className="sm:col-span-2"
            >
              <Textarea
                rows={kind === "question" ? 5 : 12}
                maxLength={maxKnowledgeLength}
                {...form.register("body")}
              />
            </Field>
            <Field label={t("script.language")}>
              <Select {...form.register("language", optional)}>
                <option value="">{t("knowledge.bothLanguages")}</option>
                {languages.map((id) => (
                  <option key={id} value={id}>
                    {t(`script.languages.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("knowledge.status")} hint={t("knowledge.statusHint")}>
              <Select {...form.register("status")}>
                {knowledgeStatuses.toReversed().map((id) => (
                  <option key={id} value={id}>
                    {t(`knowledge.statuses.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("knowledge.validFrom")} error={errors.validFrom?.message}>
              <Input type="date" {...form.register("validFrom", optional)} />
            </Field>
            <Field label={t("knowledge.validTo")} error={errors.validTo?.message}>
              <Input type="date" {...form.register("validTo", optional)} />
            </Field>
          </fieldset>
          <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
          <DialogActions>
            <Button onClick={cancel}>{t(readOnly ? "action.close" : "action.cancel")}</Button>
            {!readOnly && (
              <Button type="submit" variant="primary" disabled={busy}>
                {busy ? t("action.saving") : t("action.save")}
              </Button>
            )}
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
