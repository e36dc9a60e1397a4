import { Cpu } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { markText } from "./mark-text.ts";
import { listMarks, listMissing, type ReadingStatement } from "./statements.ts";

const markClasses = {
  ok: "bg-ok-tint decoration-ok",
  bad: "bg-bad-tint decoration-bad",
  sea: "bg-sea-tint decoration-sea",
} as const;
const toneClasses = {
  ok: "bg-ok-tint text-ok",
  bad: "bg-bad-tint text-bad",
  sea: "bg-sea-tint text-sea",
} as const;

type MarkedTextProps = { text: string; statements: readonly ReadingStatement[] };

/** The message with the words that its statements rest on. */
export const MarkedText = ({ text, statements }: MarkedTextProps) => (
  <p className="whitespace-pre-wrap text-[15px] leading-7 wrap-anywhere">
    {markText(text, listMarks(statements)).map((segment) =>
      segment.tone ? (
        <span key={segment.start}>
          <mark
            className={cn(
              "box-decoration-clone rounded-sm py-0.5 text-ink underline decoration-2 underline-offset-4",
              markClasses[segment.tone],
            )}
          >
            {segment.text}
          </mark>
          {segment.ending.length > 0 && (
            <sup className="px-0.5 font-[560] text-[10px] text-soft tabular-nums">
              {segment.ending.join(" ")}
            </sup>
          )}
        </span>
      ) : (
        <span key={segment.start}>{segment.text}</span>
      ),
    )}
  </p>
);

const useStatementText = () => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  return (statement: ReadingStatement): string => {
    switch (statement.field) {
      case "intent":
      case "also":
        return t(`reading.intent.${statement.value}`);
      case "asks":
        return t(`reading.topic.${statement.value}`);
      case "objection":
        return t(`reading.objection.${statement.value}`);
      case "language":
        return t(`reading.language.${statement.value}`);
      case "sentiment":
        return t(`reading.sentiment.${statement.value}`);
      case "urgency":
        return t(`reading.urgency.${statement.value}`);
      case "optOut":
        return t(`reading.optOut.${statement.value}`);
      case "callback":
        // The moment is already local, so no timezone may shift it.
        return new Intl.DateTimeFormat(locale, {
          weekday: "short",
          day: "numeric",
          month: "short",
          hour: "numeric",
          minute: "2-digit",
          timeZone: "UTC",
        }).format(new Date(`${statement.value}Z`));
    }
  };
};

/** How sure the reader is of a statement. */
const Confidence = ({ value }: { value: number }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const percent = new Intl.NumberFormat(numberLocale, { style: "percent" }).format(value);
  return (
    <p className="flex h-5 shrink-0 items-center gap-2 text-soft text-xs tabular-nums">
      <span
        aria-hidden="true"
        className="block h-1.5 w-8 overflow-hidden sm:w-14 rounded-full bg-hover dark:bg-line"
      >
        <span className="block h-full rounded-full bg-sea" style={{ width: `${value * 100}%` }} />
      </span>
      <span aria-hidden="true" className="w-9 text-right">
        {percent}
      </span>
      <span className="sr-only">{t("brain.playground.sure", { percent })}</span>
    </p>
  );
};

const StatementRow = ({ statement }: { statement: ReadingStatement }) => {
  const { t } = useTranslation();
  const textOf = useStatementText();
  const { field, number, quote, tone } = statement;
  return (
    <li className="flex gap-2.5 py-2">
      <span
        aria-hidden="true"
        className={cn(
          "grid size-5 shrink-0 place-items-center rounded-md font-[620] text-2xs tabular-nums",
          number === undefined ? "bg-hover text-faint" : toneClasses[tone],
        )}
      >
        {number ?? "–"}
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-faint text-xs">{t(`reading.field.${field}`)}</span>
          <span
            className={cn("min-w-0 text-sm", field === "intent" ? "font-[620]" : "font-[540]", {
              "text-soft": number === undefined,
            })}
          >
            {textOf(statement)}
          </span>
          {field === "callback" && <span className="text-faint text-xs">{t("brain.playground.zone")}</span>}
        </div>
        {quote && number !== undefined && (
          <q className="line-clamp-2 text-soft text-xs wrap-anywhere">{quote.quote}</q>
        )}
      </div>
      {quote && <Confidence value={quote.confidence} />}
    </li>
  );
};

type ReadingResultProps = {
  statements: readonly ReadingStatement[];
  /** That read it; null for this machine. */
  model: string | null;
};

/** What the message says, and how sure the reader is. */
export const ReadingResult = ({ statements, model }: ReadingResultProps) => {
  const { t, i18n } = useTranslation();
  const missing = listMissing(statements).map((field) => t(`reading.missing.${field}`));
  const fields = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(missing);
  return (
    <div className="grid content-start gap-3">
      <h3 className="font-[600] text-sm">{t("brain.playground.result")}</h3>
      <ul className="-my-2 divide-y divide-line">
        {statements.map((statement) => (
          <StatementRow key={`${statement.field} ${statement.value}`} statement={statement} />
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="text-faint text-xs">{t("brain.playground.nothing", { fields })}</p>
      )}
      <p className="flex items-center gap-1.5 border-line border-t pt-3 text-faint text-xs">
        <Cpu aria-hidden="true" className="size-3.5 shrink-0" />
        {model === null ? t("brain.playground.reader") : t("brain.playground.readerModel", { model })}
      </p>
    </div>
  );
};
