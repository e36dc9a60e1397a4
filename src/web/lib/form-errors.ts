import { useState } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, serverMessage } from "./api.ts";
import { toast } from "./toast.ts";

/** `outdated`: another user has saved in the meantime. */
export type SaveError = { message: string; outdated: boolean };

/** Reports a failed save at its fields where the server names them, otherwise as one message. */
export const useSaveError = <V extends FieldValues>(
  setError: UseFormSetError<V>,
  fields: readonly string[],
) => {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<SaveError>();
  const refuse = (error: unknown, failed: string) => {
    toast({ title: t("error.title"), description: failed, variant: "destructive" });
    if (showIssues(error, setError, fields)) return;
    const issues = error instanceof ApiError ? (error.problem?.issues ?? []) : [];
    const reasons = [...new Set(issues.flatMap(({ message }) => message || []))].join(". ");
    const outdated = error instanceof ApiError && error.problem?.code === "conflict";
    setRefusal({ message: reasons || (serverMessage(error) ?? failed), outdated });
  };
  return { refusal, refuse, clear: () => setRefusal(undefined) };
};

/** Shows the server's issues at their fields. Returns whether there were any. */
export const showIssues = <V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly string[],
): boolean => {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const fieldIssues = (problem?.issues ?? []).filter(({ path }) => fields.includes(path));
  for (const { path, message } of fieldIssues) {
    // An issue without a message means that the whole problem concerns this field.
    setError(path as Path<V>, { type: "server", message: message || (problem?.message ?? "") });
  }
  return fieldIssues.length > 0;
};
