import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { broadcastsApi } from "#contract/broadcasts.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { readStepIssues, type StepIssue } from "#web/components/sequence/sequence-draft.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import type { SaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { actionsOf, type BroadcastDraft, emptyDraft, toDraft, toInput } from "./broadcast-draft.ts";

/** Fields that show what the server says of them; of steps, the step does. */
const fields = [
  "name",
  "audience",
  "except",
  "purpose",
  "when",
  "perMinute",
  "spreadHours",
  "holdoutPercent",
] as const;
type DraftField = (typeof fields)[number];
type FieldIssues = Partial<Record<DraftField, string>>;

const readFieldIssues = (error: unknown): FieldIssues => {
  const problem = error instanceof ApiError ? error.problem : undefined;
  return Object.fromEntries(
    (problem?.issues ?? []).flatMap(({ path, message }) => {
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      return field ? [[field, message || (problem?.message ?? "")]] : [];
    }),
  );
};

const noIssues: readonly StepIssue[] = [];
const keyOf = (draft: BroadcastDraft): string => hashKey([toInput(draft)]);

/** A broadcast while it is written, with what is stored. */
export const useBroadcastEditor = (stored: BroadcastDetail | undefined, chosen: Audience | undefined) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(broadcastsApi.create);
  const update = useApiMutation(broadcastsApi.update);
  /** The version on which the draft is based. */
  const [base, setBase] = useState<Pick<BroadcastDetail, "id" | "updatedAt"> | undefined>(stored);
  const [baseline, setBaseline] = useState(() => (stored ? toDraft(stored) : emptyDraft(chosen)));
  const [draft, setDraft] = useState(baseline);
  const [fieldIssues, setFieldIssues] = useState<FieldIssues>({});
  const [stepIssues, setStepIssues] = useState(noIssues);
  const [refusal, setRefusal] = useState<SaveError>();
  const isDirty = useMemo(() => keyOf(draft) !== keyOf(baseline), [draft, baseline]);

  const change = useCallback((part: Partial<BroadcastDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    // What the server said is about the field as it was.
    setFieldIssues((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !Object.hasOwn(part, name))),
    );
  }, []);
  const changeSteps = useCallback((edit: (steps: SequenceRow[]) => SequenceRow[]) => {
    setDraft((current) => ({ ...current, steps: edit(current.steps) }));
  }, []);
  const changeStep = useCallback((step: SequenceRow) => {
    setDraft((current) => ({
      ...current,
      message: current.message.id === step.id ? step : current.message,
      steps: current.steps.map((row) => (row.id === step.id ? step : row)),
    }));
    setStepIssues((current) => current.filter(({ stepId }) => stepId !== step.id));
  }, []);

  const accept = useCallback((next: BroadcastDetail) => {
    const accepted = toDraft(next);
    setBase(next);
    setBaseline(accepted);
    setDraft(accepted);
    setFieldIssues({});
    setStepIssues(noIssues);
    setRefusal(undefined);
  }, []);

  const isSaving = create.isPending || update.isPending;
  const newer =
    stored && base && Date.parse(stored.updatedAt) > Date.parse(base.updatedAt) && !isSaving
      ? stored
      : undefined;
  useEffect(() => {
    if (!newer) return;
    // A check makes a new version, too, with the same content.
    if (keyOf(toDraft(newer)) === keyOf(baseline)) setBase(newer);
    else if (!isDirty) accept(newer);
  }, [newer, baseline, isDirty, accept]);

  const refuse = (error: unknown) => {
    const failed = t("campaigns.failed.save");
    const ofFields = readFieldIssues(error);
    const ofSteps = readStepIssues(error, actionsOf(draft));
    setFieldIssues(ofFields);
    setStepIssues(ofSteps.issues);
    toast({ title: t("error.title"), description: failed, variant: "destructive" });
    if (ofSteps.issues.length > 0 || Object.keys(ofFields).length > 0) return;
    const outdated = error instanceof ApiError && error.problem?.code === "conflict";
    setRefusal({ message: serverMessage(error) ?? failed, outdated });
  };

  /** The stored broadcast; undefined where the server refused it. */
  const save = async (): Promise<BroadcastDetail | undefined> => {
    setRefusal(undefined);
    const body = toInput(draft);
    try {
      const saved = base
        ? await update.mutateAsync({ params: { id: base.id }, body: { ...body, updatedAt: base.updatedAt } })
        : await create.mutateAsync({ body });
      const detail = { ...saved, actual: null };
      client.setQueryData(apiQuery(broadcastsApi.get, { params: { id: saved.id } }).queryKey, detail);
      accept(detail);
      return detail;
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };

  const loadNewest = async () => {
    if (!base) return;
    const query = apiQuery(broadcastsApi.get, { params: { id: base.id } });
    accept(await client.fetchQuery({ ...query, staleTime: 0 }));
  };

  return {
    draft,
    isDirty,
    isSaving,
    fieldIssues,
    stepIssues,
    refusal,
    change,
    changeSteps,
    changeStep,
    save,
    loadNewest,
  };
};
export type BroadcastEditor = ReturnType<typeof useBroadcastEditor>;
