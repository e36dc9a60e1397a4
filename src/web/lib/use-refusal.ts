import { useState } from "react";
import type { FieldValues, UseFormSetError } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, serverMessage } from "./api.ts";
import { showIssues } from "./form-errors.ts";
import { toast } from "./toast.ts";

/** `outdated`: somebody else saved in the meantime. */
export type Refusal = { message: string; outdated: boolean };

/** What a refused save said: at its fields where it names them, else as a whole. */
export const useRefusal = <V extends FieldValues>(
  setError: UseFormSetError<V>,
  fields: readonly string[],
) => {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal>();
  const refuse = (error: unknown, failed: string) => {
    toast({ title: t("error.title"), description: failed, variant: "destructive" });
    if (showIssues(error, setError, fields)) return;
    const outdated = error instanceof ApiError && error.problem?.code === "conflict";
    setRefusal({ message: serverMessage(error) ?? failed, outdated });
  };
  return { refusal, refuse, clear: () => setRefusal(undefined) };
};
