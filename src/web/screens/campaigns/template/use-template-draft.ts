import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MessageTemplateRecord, type TemplateInput, templatesApi } from "#contract/templates.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import type { TemplateCategory } from "#domain/messages/template-category.ts";
import { useLeaveGuard } from "#web/components/layout/leave-guard.tsx";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import type { SaveError } from "#web/lib/form-errors.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { toast } from "#web/lib/toast.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { newDesign } from "./email/block-edits.ts";

/** What the editor changes. */
export type TemplateDraft = {
  title: string;
  subject: string;
  body: string;
  design: EmailDesign | null;
  approvedName: string;
  category: TemplateCategory;
};

/** Which template the page is about; `record` is absent until it is stored. */
export type EditedTemplate = Pick<TemplateInput, "name" | "channel" | "language"> & {
  title: string;
  record: MessageTemplateRecord | undefined;
};

/** Which words are shown: those that messages say, or the draft beside them. */
type ShownWords = "inUse" | "draft";

const toDraft = ({ record, title, channel }: EditedTemplate, shown: ShownWords): TemplateDraft => ({
  title,
  ...wordsOf(record, shown, channel),
  approvedName: record?.approvedName ?? "",
  category: record?.category ?? "marketing",
});

const wordsOf = (
  record: MessageTemplateRecord | undefined,
  shown: ShownWords,
  channel: EditedTemplate["channel"],
): Pick<TemplateDraft, "subject" | "body" | "design"> => {
  const words = shown === "draft" && record?.draft ? record.draft : record;
  if (!words) return { subject: "", body: "", design: channel === "email" ? newDesign() : null };
  return { subject: words.subject ?? "", body: words.body, design: words.design };
};

const toInput = (
  { name, channel, language }: EditedTemplate,
  { title, subject, body, design, approvedName, category }: TemplateDraft,
  /** As it was shown before: a title that was not changed stays, also that of a shipped template. */
  shownTitle: string,
): TemplateInput => ({
  ...{ name, channel, language, title: title === shownTitle ? null : textOrNull(title) },
  subject: channel === "email" ? textOrNull(subject) : null,
  body: design ? "" : body,
  design,
  approvedName: channel === "whatsapp" ? textOrNull(approvedName) : null,
  category: channel === "whatsapp" ? category : "marketing",
});

/** When the words or the draft of a record were saved last. */
const savedLast = (record: MessageTemplateRecord | undefined): number =>
  record ? Math.max(Date.parse(record.updatedAt), Date.parse(record.draft?.savedAt ?? record.updatedAt)) : 0;

/** The words while they are edited; they are asked for before they are lost, and a newer version is not overwritten. */
export const useTemplateDraft = (edited: EditedTemplate) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const guard = useLeaveGuard();
  const create = useApiMutation(templatesApi.create);
  const update = useApiMutation(templatesApi.update);
  const putDraft = useApiMutation(templatesApi.saveDraft);
  const dropDraft = useApiMutation(templatesApi.removeDraft);
  const titleOf = useTemplateTitle();
  const [base, setBase] = useState(edited.record);
  const [shown, setShown] = useState<ShownWords>(edited.record?.draft ? "draft" : "inUse");
  const [initial, setInitial] = useState(() => toDraft(edited, shown));
  const [draft, setDraft] = useState(initial);
  /** Words of a model that nobody has read yet; they are not saved. */
  const [isUnread, setIsUnread] = useState(false);
  const [refusal, setRefusal] = useState<SaveError>();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const { setDirty } = guard;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);

  /** With `sent`, what was written since these words were sent to be saved is kept. */
  const load = (
    record: MessageTemplateRecord,
    words: ShownWords = record.draft ? "draft" : "inUse",
    sent?: TemplateDraft,
  ) => {
    const loaded = toDraft({ ...edited, record, title: titleOf(record) }, words);
    setBase(record);
    setShown(words);
    setInitial(loaded);
    setDraft((current) => (sent === undefined || current === sent ? loaded : current));
    setIsUnread(false);
    setRefusal(undefined);
  };
  // Somebody else saved it, and nothing is changed here. The list may be older than what was just saved.
  const isNewer = edited.record && savedLast(edited.record) > savedLast(base);
  if (!isDirty && edited.record && (isNewer || base === undefined)) load(edited.record);

  /** Does what saves, loads what was saved and says so; a refusal stays beside the words. */
  const saving = async (
    run: () => Promise<MessageTemplateRecord>,
    said: "templates.saved" | "templates.draftSaved" | "templates.draftDiscarded",
  ): Promise<boolean> => {
    setRefusal(undefined);
    try {
      const saved = await run();
      load(saved, undefined, draft);
      toast({ title: t("success.title"), description: t(said, { number: saved.version }) });
      return true;
    } catch (error) {
      const failed = t(base ? "templates.updateFailed" : "templates.createFailed");
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      return false;
    }
  };

  /** Messages say these words from now on. */
  const use = () => {
    const input = toInput(edited, draft, initial.title);
    return saving(
      () =>
        base
          ? update.mutateAsync({
              params: { id: base.id },
              body: { ...input, updatedAt: base.updatedAt, endsDraft: true },
            })
          : create.mutateAsync({ body: { ...input, title: textOrNull(draft.title) } }),
      "templates.saved",
    );
  };

  /** Keeps the words beside those in use. Title, approved name and category are no words and are used at once. */
  const saveDraft = (record: MessageTemplateRecord) =>
    saving(async () => {
      const { title, subject, body, design, approvedName, category } = toInput(edited, draft, initial.title);
      const isSame = title === null && approvedName === record.approvedName && category === record.category;
      const current = isSame
        ? record
        : await update.mutateAsync({
            params: { id: record.id },
            body: { title, approvedName, category, updatedAt: record.updatedAt },
          });
      const savedAt = current.draft?.savedAt ?? null;
      return putDraft.mutateAsync({ params: { id: record.id }, body: { subject, body, design, savedAt } });
    }, "templates.draftSaved");

  const discardDraft = (record: MessageTemplateRecord) =>
    saving(() => dropDraft.mutateAsync({ params: { id: record.id } }), "templates.draftDiscarded");

  const loadNewest = async () => {
    const all = await client.fetchQuery({ ...apiQuery(templatesApi.list), staleTime: 0 });
    const newest = all.find(({ id }) => id === base?.id);
    if (newest) load(newest);
  };

  return {
    draft,
    change: (values: Partial<TemplateDraft>) => setDraft((current) => ({ ...current, ...values })),
    edit: setDraft,
    load,
    base,
    isDirty,
    isUnread,
    setIsUnread,
    guard,
    use,
    saveDraft,
    discardDraft,
    shown,
    show: (words: ShownWords) => base && guard.confirmLeaving(() => load(base, words)),
    refusal,
    loadNewest,
    isBusy: create.isPending || update.isPending || putDraft.isPending || dropDraft.isPending,
  };
};
export type TemplateEditing = ReturnType<typeof useTemplateDraft>;
