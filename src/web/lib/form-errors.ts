import { useState } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, serverMessage } from "./api.ts";
import { toast } from "./toast.ts";

/** `outdated`: somebody else saved in the meantime. */
export type SaveError = { message: string; outdated: boolean };

/** What a refused save said: at its fields where it names them, else as a whole. */
export const useSaveError = <V extends FieldValues>(
  setError: UseFormSetError<V>,
  fields: readonly string[],
) => {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<SaveError>();
  const refuse = (error: unknown, failed: string) => {
    toast({ title: t("error.title"), description: failed, variant: "destructive" });
    if (showIssues(error, setError, fields)) return;
    const outdated = error instanceof ApiError && error.problem?.code === "conflict";
    setRefusal({ message: serverMessage(error) ?? failed, outdated });
  };
  return { refusal, refuse, clear: () => setRefusal(undefined) };
};

/** Shows each issue the server found at its field; says whether there was any. */
export const showIssues = <V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly string[],
): boolean => {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const known = (problem?.issues ?? []).filter(({ path }) => fields.includes(path));
  for (const { path, message } of known) {
    // An issue without words of its own says that the problem as a whole is about this field.
    setError(path as Path<V>, { type: "server", message: message || (problem?.message ?? "") });
  }
  return known.length > 0;
};
