import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import type { ImportColumn, ImportOptions } from "#domain/import/import-options.ts";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";

const saveDelayMs = 400;

export type OptionsDraft = {
  options: ImportOptions;
  change: (change: Partial<ImportOptions>) => void;
  changeColumn: (index: number, change: Partial<ImportColumn>) => void;
  /** Saves what is not saved yet; false if the server refused it. */
  save: () => Promise<boolean>;
  isSaving: boolean;
  error: string | undefined;
};

/** The options as the operator edits them. They are saved shortly after each change, and the columns are read again. */
export const useImportOptions = (id: string, detail: ImportDetail, failed: string): OptionsDraft => {
  const client = useQueryClient();
  const [options, setOptions] = useState(detail.options);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string>();
  const latest = useRef(options);
  const saved = useRef(detail.options);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const saveLatest = useCallback(async (): Promise<boolean> => {
    const body = latest.current;
    if (body === saved.current) return true;
    setIsSaving(true);
    try {
      const next = await callApi(importsApi.map, { params: { id }, body });
      saved.current = body;
      client.setQueryData(apiQuery(importsApi.get, { params: { id } }).queryKey, next);
      setError(undefined);
      return true;
    } catch (failure) {
      setError(serverMessage(failure) ?? failed);
      return false;
    } finally {
      setIsSaving(false);
    }
  }, [client, id, failed]);

  /** One request at a time, so that an older one cannot overwrite a newer one. */
  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(saveLatest, saveLatest);
    return running.current;
  }, [saveLatest]);

  const change = useCallback(
    (values: Partial<ImportOptions>) => {
      latest.current = { ...latest.current, ...values };
      setOptions(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveDelayMs);
    },
    [save],
  );
  const changeColumn = useCallback(
    (index: number, values: Partial<ImportColumn>) =>
      change({
        columns: latest.current.columns.map((column, at) =>
          at === index ? { ...column, ...values } : column,
        ),
      }),
    [change],
  );

  // What is left unsaved when the step is left is saved.
  useEffect(() => () => void save(), [save]);
  return { options, change, changeColumn, save, isSaving, error };
};
