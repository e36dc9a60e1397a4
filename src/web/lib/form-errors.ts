import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "./api.ts";

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
