import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Rule, rulesApi } from "#contract/rules.ts";
import {
  emptyDraft,
  readStepIssues,
  type SequenceDraft,
  type StepIssue,
  toDraft,
} from "#web/components/sequence/sequence-draft.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";

/** The same for equal drafts, in whatever order their parts were set. */
const keyOf = (draft: SequenceDraft): string => hashKey([draft]);

const noFields: readonly string[] = [];
const noIssues: readonly StepIssue[] = [];

type EditorInput = {
  /** Absent for a new sequence. */
  rule: Rule | undefined;
  /** What a new one begins with. */
  copyFrom: Rule | undefined;
};

/** A sequence as it is edited, with what is stored. It follows newer versions until the user edits it. */
export const useSequenceEditor = ({ rule, copyFrom }: EditorInput) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(rulesApi.create);
  const update = useApiMutation(rulesApi.update);
  const isSaving = create.isPending || update.isPending;
  /** The version on which the draft is based, and its content. */
  const [base, setBase] = useState(rule);
  const [baseline, setBaseline] = useState(() => (rule ? toDraft(rule) : emptyDraft()));
  const [draft, setDraft] = useState(() =>
    copyFrom
      ? { ...toDraft(copyFrom), name: t("rules.copyName", { name: copyFrom.name }).slice(0, 200) }
      : baseline,
  );
  const [issues, setIssues] = useState(noIssues);
  const { refusal, refuse, clear } = useSaveError<FieldValues>(() => {}, noFields);
  const isDirty = useMemo(() => keyOf(draft) !== keyOf(baseline), [draft, baseline]);

  const accept = useCallback((stored: Rule) => {
    const next = toDraft(stored);
    setBase(stored);
    setBaseline(next);
    setDraft(next);
    setIssues(noIssues);
  }, []);

  const newer = rule && base && rule.version > base.version && !isSaving ? rule : undefined;
  // Enabling it makes a new version, too, with the same content.
  const isOnlyToggled = useMemo(
    () => newer !== undefined && keyOf(toDraft(newer)) === keyOf(baseline),
    [newer, baseline],
  );
  useEffect(() => {
    if (!newer) return;
    if (isOnlyToggled) setBase(newer);
    else if (!isDirty) accept(newer);
  }, [newer, isOnlyToggled, isDirty, accept]);

  const change = useCallback((part: Partial<SequenceDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
  }, []);
  const changeSteps = useCallback((edit: (steps: SequenceRow[]) => SequenceRow[]) => {
    setDraft((current) => ({ ...current, actions: edit(current.actions) }));
  }, []);
  const changeStep = useCallback((step: SequenceRow) => {
    setDraft((current) => ({
      ...current,
      actions: current.actions.map((row) => (row.id === step.id ? step : row)),
    }));
    // What the server said is about the step as it was.
    setIssues((current) => current.filter(({ stepId }) => stepId !== step.id));
  }, []);

  /** The stored rule; undefined where the server refused it. */
  const save = async (): Promise<Rule | undefined> => {
    clear();
    setIssues(noIssues);
    const failed = t(base ? "rules.updateFailed" : "rules.createFailed");
    try {
      const stored = base
        ? await update.mutateAsync({
            params: { id: base.id },
            body: { ...draft, updatedAt: base.updatedAt },
          })
        : await create.mutateAsync({ body: { ...draft, enabled: false } });
      client.setQueryData(apiQuery(rulesApi.get, { params: { id: stored.id } }).queryKey, stored);
      accept(stored);
      toast({
        title: t("success.title"),
        description: t(base ? "rules.updated" : "sequence.createdDisabled"),
      });
      return stored;
    } catch (error) {
      const found = readStepIssues(error, draft.actions);
      setIssues(found.issues);
      if (found.hasOthers) refuse(error, failed);
      else toast({ title: t("error.title"), description: failed, variant: "destructive" });
      return undefined;
    }
  };

  const loadNewest = async () => {
    if (!base) return;
    const newest = await client.fetchQuery({
      ...apiQuery(rulesApi.get, { params: { id: base.id } }),
      staleTime: 0,
    });
    clear();
    accept(newest);
  };

  return {
    base,
    baseline,
    draft,
    issues,
    isDirty,
    isSaving,
    change,
    changeSteps,
    changeStep,
    save,
    loadNewest,
    refusal:
      refusal ??
      (newer && isDirty && !isOnlyToggled
        ? { message: t("sequence.newer", { version: newer.version }), outdated: true }
        : undefined),
  };
};
export type SequenceEditor = ReturnType<typeof useSequenceEditor>;
