import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import {
  isValidDraft,
  type MappingDraft,
  templateFingerprint,
  toDraft,
  toRows,
  toTemplate,
} from "./mapping-draft.ts";

export const useMappingEditor = (endpoint: IngestionEndpoint, onDirtyChange: (isDirty: boolean) => void) => {
  const { t } = useTranslation();
  const update = useApiMutation(endpointsApi.update);
  const stored = endpoint.mappingTemplate;
  const storedFingerprint = templateFingerprint(stored);
  const [loaded, setLoaded] = useState({ fingerprint: storedFingerprint, version: endpoint.updatedAt });
  const [draft, setDraft] = useState<MappingDraft>(() => toDraft(stored));
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const [isSaved, setIsSaved] = useState(false);
  const template = useMemo(() => toTemplate(draft), [draft]);
  const isDirty = templateFingerprint(template) !== loaded.fingerprint || !isValidDraft(draft);

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  const loadStored = useCallback(() => {
    setDraft(toDraft(stored));
    setLoaded({ fingerprint: storedFingerprint, version: endpoint.updatedAt });
    setRefusal(undefined);
  }, [stored, storedFingerprint, endpoint.updatedAt]);
  // Another user's save is loaded at once unless there are unsaved changes.
  useEffect(() => {
    if (storedFingerprint !== loaded.fingerprint && !isDirty) loadStored();
  }, [storedFingerprint, loaded.fingerprint, isDirty, loadStored]);

  const updateDraft = (next: MappingDraft) => {
    setIsSaved(false);
    setDraft(next);
  };

  const save = async () => {
    setRefusal(undefined);
    // Changes to other properties of the endpoint do not conflict with the mapping.
    const updatedAt = storedFingerprint === loaded.fingerprint ? endpoint.updatedAt : loaded.version;
    try {
      const newest = await update.mutateAsync({
        params: { id: endpoint.id },
        body: { mappingTemplate: template, updatedAt },
      });
      setLoaded({ fingerprint: templateFingerprint(newest.mappingTemplate), version: newest.updatedAt });
      setDraft(toDraft(newest.mappingTemplate));
      setIsSaved(true);
      toast({ title: t("success.title"), description: t("endpoints.updated") });
    } catch (error) {
      const failed = t("endpoints.updateFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      const issue = error instanceof ApiError ? error.problem?.issues?.[0]?.message : undefined;
      setRefusal({ message: issue || (serverMessage(error) ?? failed), outdated });
    }
  };

  return {
    draft,
    template,
    updateDraft,
    applyTemplate: (from: MappingTemplate) =>
      updateDraft({ automatic: false, rows: toRows(from), items: from.items ?? draft.items ?? "" }),
    isDirty,
    isValid: isValidDraft(draft),
    isSaving: update.isPending,
    isSaved,
    refusal,
    loadStored,
    save,
  };
};
export type MappingEditor = ReturnType<typeof useMappingEditor>;
