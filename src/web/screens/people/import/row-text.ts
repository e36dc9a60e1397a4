import { useTranslation } from "react-i18next";
import type { BatchRow } from "#contract/batches.ts";
import { type ImportProblem, isImportProblem, problemText } from "#domain/import/import-problems.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { useFieldLabelByKey } from "#web/components/person-field/use-person-fields.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";

export type RowProblem = BatchRow["problems"][number];

/** What a problem says, in the language of the interface. */
export const useProblemText = (): ((problem: RowProblem) => string) => {
  const { i18n } = useTranslation();
  const worded = useWorded();
  return (problem) =>
    isImportProblem(problem.code)
      ? problemText(problem as ImportProblem, i18n.language === "es" ? "es" : "en")
      : worded("people.batches.problem", problem.code);
};

/** Parts of `after` that say nothing about the person. */
const unsaid: readonly string[] = ["updatedAt", "stageReached", "convertedAt"];

/** The names of what a row changed. */
export const changedNames = ({ after }: Pick<BatchRow, "after">): string[] =>
  Object.keys(after ?? {}).filter((name) => !unsaid.includes(name));

/** A field by its name in `before` and `after`, in words. */
export const useFieldName = (): ((name: string) => string) => {
  const worded = useWorded();
  const fieldLabel = useFieldLabelByKey();
  return (name) =>
    name.startsWith("fields.")
      ? fieldLabel(name.slice("fields.".length))
      : worded("import.changed", name.replace("consents.", "consent_"));
};

type RowReason = NonNullable<BatchRow["undoReason"]>;

/** Why a row was not, or not wholly, taken back: with the fields that stay, and who changed them. */
export const useUndoReasonText = (): ((reason: RowReason) => string) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const fieldName = useFieldName();
  return ({ code, fields, by }) => {
    const names = String(fields ?? "")
      .split(", ")
      .filter((name) => name !== "")
      .map(fieldName)
      .join(", ");
    const reason = worded("import.undo.reason", code);
    const named = names === "" ? reason : t("import.undo.reasonFields", { reason, fields: names });
    return by ? t("import.undo.reasonBy", { reason: named, name: String(by) }) : named;
  };
};

/** A value as it is written. */
export const useValueText = (): ((value: unknown) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (value) => {
    if (value === null || value === undefined || value === "") return t("import.rowsDialog.empty");
    if (typeof value === "boolean") return t(value ? "import.value.yes" : "import.value.no");
    if (typeof value === "number") return format.number(value);
    if (Array.isArray(value)) return value.map(String).join(", ");
    return typeof value === "string" ? formatPhone(value) : JSON.stringify(value);
  };
};

/** What a row does to people, as one sentence. */
export const useVerdictText = (): ((row: BatchRow) => string) => {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const problemText = useProblemText();
  return (row) => {
    const names = changedNames(row).map(fieldName).join(", ");
    switch (row.verdict) {
      case "added":
        return t("import.verdict.added");
      case "changed":
        return names === "" ? t("import.verdict.changed") : t("import.verdict.changedWhat", { names });
      case "unchanged":
        return t("import.verdict.unchanged");
      case "joined": {
        const twice = row.problems.find(({ code }) => code === "twice_in_file");
        return twice?.line === undefined
          ? t("import.verdict.joined")
          : t("import.verdict.joinedWith", { line: String(twice.line) });
      }
      case "refused": {
        const reason = row.problems.findLast(({ code }) => code !== "opted_out");
        return reason
          ? t("import.verdict.refusedWhy", { reason: problemText(reason) })
          : t("import.verdict.refused");
      }
      default:
        return "";
    }
  };
};
