import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { ApiError, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { unchanged } from "#web/screens/endpoints/form/form-input.ts";
import { type Draft, draftOf, isUsable, markOf, rowsOf, templateOf } from "./draft.ts";

/** The mapping being edited, beside the one that is stored. */
export const useMapping = (endpoint: IngestionEndpoint, onDirty: (dirty: boolean) => void) => {
  const { t } = useTranslation();
  const update = useCall(endpointsApi.update);
  const stored = endpoint.mappingTemplate;
  const storedMark = markOf(stored);
  const [base, setBase] = useState({ mark: storedMark, version: endpoint.updatedAt });
  const [draft, setDraft] = useState<Draft>(() => draftOf(stored));
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const [saved, setSaved] = useState(false);
  const template = useMemo(() => templateOf(draft), [draft]);
  const dirty = markOf(template) !== base.mark || !isUsable(draft);

  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);

  const load = useCallback(() => {
    setDraft(draftOf(stored));
    setBase({ mark: storedMark, version: endpoint.updatedAt });
    setRefusal(undefined);
  }, [stored, storedMark, endpoint.updatedAt]);
  // Somebody else's mapping shows here at once, unless it would take away what is being typed.
  useEffect(() => {
    if (storedMark !== base.mark && !dirty) load();
  }, [storedMark, base.mark, dirty, load]);

  const change = (next: Draft) => {
    setSaved(false);
    setDraft(next);
  };

  const save = async () => {
    setRefusal(undefined);
    // Where only something else of the endpoint changed, nothing of it is lost by this.
    const updatedAt = storedMark === base.mark ? endpoint.updatedAt : base.version;
    try {
      const newest = await update.mutateAsync({
        params: { id: endpoint.id },
        body: { ...unchanged(endpoint), mappingTemplate: template, updatedAt },
      });
      setBase({ mark: markOf(newest.mappingTemplate), version: newest.updatedAt });
      setDraft(draftOf(newest.mappingTemplate));
      setSaved(true);
      toast({ title: t("success.title"), description: t("endpoints.updated") });
    } catch (error) {
      const failed = t("endpoints.updateFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  };

  return {
    draft,
    template,
    change,
    use: (from: MappingTemplate) => change({ automatic: false, rows: rowsOf(from) }),
    dirty,
    usable: isUsable(draft),
    busy: update.isPending,
    saved,
    refusal,
    load,
    save,
  };
};
export type Mapping = ReturnType<typeof useMapping>;
