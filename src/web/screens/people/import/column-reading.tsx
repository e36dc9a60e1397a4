import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ImportDetail } from "#contract/imports.ts";
import type { ImportColumn } from "#domain/import/import-options.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import type { OptionsDraft } from "./use-import-options.ts";

type FileColumn = ImportDetail["columns"][number];

const numericDate = /(\d{1,2})[-/.](\d{1,2})[-/.](\d{2,4})/;

/** The two ways to read a date such as 03/11/2026; undefined where only one is possible. */
const readBothWays = (example: string, locale: string): { day: string; month: string } | undefined => {
  const [, first = "", second = ""] = numericDate.exec(example) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (!(a >= 1 && a <= 12 && b >= 1 && b <= 12)) return undefined;
  const format = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });
  const dayOf = (month: number, day: number) => format.format(new Date(Date.UTC(2024, month - 1, day)));
  return { day: dayOf(b, a), month: dayOf(a, b) };
};

/** Whether a question of the server is still open with the present options. */
export const isOpenQuestion = (
  { question, filled }: FileColumn,
  column: ImportColumn,
  { hasProof, isAnswered }: { hasProof: boolean; isAnswered: boolean },
): boolean => {
  if (!question || column.target === "skip" || filled === 0) return false;
  if (question.code === "proof_needed") return column.target.startsWith("consent.") && !hasProof;
  return !isAnswered && question.code !== "not_matched" && question.code !== "repeated_values";
};

const Note = ({ tone, children }: { tone: "ok" | "warn" | "quiet"; children: ReactNode }) => {
  const Icon = tone === "warn" ? CircleAlert : Check;
  return (
    <span className={cn("flex items-start gap-1.5 text-xs", tone === "warn" ? "text-ink" : "text-soft")}>
      {tone !== "quiet" && (
        <Icon
          aria-hidden="true"
          className={cn("mt-px size-3.5 shrink-0", tone === "warn" ? "text-warn" : "text-ok")}
        />
      )}
      <span className="min-w-0">{children}</span>
    </span>
  );
};

type ColumnReadingProps = {
  file: FileColumn;
  column: ImportColumn;
  isOpen: boolean;
  onAnswer: () => void;
  onChange: OptionsDraft["changeColumn"];
  /** Makes a custom field of the column. */
  onAddField: () => void;
  index: number;
};

/** How the values of a column read, or what the operator should answer. */
export const ColumnReading = (props: ColumnReadingProps) => {
  const { file, column, isOpen, onAnswer, onChange, onAddField, index } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { reads, question } = file;
  if (column.target === "skip" && question?.code === "repeated_values")
    return (
      <Note tone="warn">
        {t("import.match.question.repeated_values", {
          distinct: format.number(Number(question.distinct)),
          rows: format.number(Number(question.of)),
        })}
      </Note>
    );
  if (column.target === "skip")
    return (
      <Note tone="quiet">
        {t("import.match.notImported")}
        {file.filled > 0 && (
          <>
            {" · "}
            <button
              type="button"
              onClick={onAddField}
              className="min-h-6 font-[540] text-sea hover:underline"
            >
              {t("import.match.addField")}
            </button>
          </>
        )}
      </Note>
    );
  const example = typeof question?.example === "string" ? question.example : (file.samples[0] ?? "");
  const bothWays = readBothWays(example, format.locale);
  const asksOrder = question?.code === "day_first" && bothWays !== undefined;
  if (asksOrder)
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Note tone={isOpen ? "warn" : "ok"}>{t("import.match.dateIs", { example })}</Note>
        <fieldset
          aria-label={t("import.match.dateOrder")}
          className="flex overflow-hidden rounded-md border border-line bg-panel"
        >
          {([true, false] as const).map((dayFirst) => (
            <button
              key={String(dayFirst)}
              type="button"
              aria-pressed={column.dayFirst === dayFirst && !isOpen}
              onClick={() => {
                onAnswer();
                onChange(index, { dayFirst });
              }}
              className="h-9 px-2 text-xs hover:bg-hover aria-pressed:bg-sea-tint aria-pressed:font-[600] aria-pressed:text-sea sm:h-6"
            >
              {dayFirst ? bothWays.day : bothWays.month}
            </button>
          ))}
        </fieldset>
      </div>
    );
  if (isOpen && question?.code === "proof_needed")
    return (
      <Note tone="warn">
        <b className="font-[600]">{t("import.match.proofNeeded")}</b> {t("import.match.proofWhere")}
      </Note>
    );
  if (isOpen && (question?.code === "mixed_dates" || question?.code === "same_target"))
    return <Note tone="warn">{t(`import.match.question.${question.code}`)}</Note>;
  const figures = (count: number) => ({ count, shown: format.number(count) });
  if (column.target === "fullName") return <Note tone="ok">{t("import.match.nameSplit")}</Note>;
  if (column.target === "note") return <Note tone="ok">{t("import.match.oneNote")}</Note>;
  if (reads.invalid > 0)
    return (
      <Note tone={reads.valid === 0 ? "warn" : "ok"}>
        {t("import.match.someInvalid", {
          valid: format.number(reads.valid),
          invalid: t("import.match.unreadable", figures(reads.invalid)),
        })}
      </Note>
    );
  const isSet = ["tags", "source", "town", "region", "owner", "type", "status"].includes(column.target);
  return (
    <Note tone="ok">
      {isSet
        ? t("import.match.values", figures(reads.distinct))
        : t("import.match.valid", figures(reads.valid))}
      {reads.mended > 0 && `, ${t("import.match.mended", figures(reads.mended))}`}
    </Note>
  );
};
