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

const toDraft = ({ record, title, channel }: EditedTemplate): TemplateDraft => ({
  title,
  subject: record?.subject ?? "",
  body: record?.body ?? "",
  design: record ? record.design : channel === "email" ? newDesign() : null,
  approvedName: record?.approvedName ?? "",
  category: record?.category ?? "marketing",
});

const toInput = (
  { name, channel, language }: EditedTemplate,
  { title, subject, body, design, approvedName, category }: TemplateDraft,
): TemplateInput => ({
  ...{ name, channel, language, title: textOrNull(title) },
  subject: channel === "email" ? textOrNull(subject) : null,
  body: design ? "" : body,
  design,
  approvedName: channel === "whatsapp" ? textOrNull(approvedName) : null,
  category: channel === "whatsapp" ? category : "marketing",
});

/** The words while they are edited; they are asked for before they are lost, and a newer version is not overwritten. */
export const useTemplateDraft = (edited: EditedTemplate) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const guard = useLeaveGuard();
  const create = useApiMutation(templatesApi.create);
  const update = useApiMutation(templatesApi.update);
  const [base, setBase] = useState(edited.record);
  const [initial, setInitial] = useState(() => toDraft(edited));
  const [draft, setDraft] = useState(initial);
  /** Words of a model that nobody has read yet; they are not saved. */
  const [isUnread, setIsUnread] = useState(false);
  const [refusal, setRefusal] = useState<SaveError>();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const { setDirty } = guard;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);

  const load = (record: MessageTemplateRecord) => {
    const loaded = toDraft({ ...edited, record, title: record.title });
    setBase(record);
    setInitial(loaded);
    setDraft(loaded);
    setIsUnread(false);
    setRefusal(undefined);
  };
  // Somebody else saved it, and nothing is changed here. The list may be older than what was just saved.
  const isNewer = edited.record && Date.parse(edited.record.updatedAt) > Date.parse(base?.updatedAt ?? "");
  if (!isDirty && edited.record && (isNewer || base === undefined)) load(edited.record);

  const save = async (): Promise<boolean> => {
    setRefusal(undefined);
    const input = toInput(edited, draft);
    try {
      const saved = base
        ? await update.mutateAsync({ params: { id: base.id }, body: { ...input, updatedAt: base.updatedAt } })
        : await create.mutateAsync({ body: input });
      load(saved);
      toast({ title: t("success.title"), description: t("templates.saved", { number: saved.version }) });
      return true;
    } catch (error) {
      const failed = t(base ? "templates.updateFailed" : "templates.createFailed");
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      return false;
    }
  };

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
    save,
    refusal,
    loadNewest,
    isBusy: create.isPending || update.isPending,
  };
};
export type TemplateEditing = ReturnType<typeof useTemplateDraft>;
