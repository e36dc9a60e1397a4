import {
  CircleAlert,
  CircleDollarSign,
  Copy,
  type LucideIcon,
  PhoneOff,
  ShieldX,
  SpellCheck,
  UserX,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ImportDetail } from "#contract/imports.ts";
import type { ImportOptions } from "#domain/import/import-options.ts";
import {
  answerOf,
  type ImportProblemCode,
  isImportProblem,
  type ProblemAnswer,
  problemKind,
} from "#domain/import/import-problems.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";

type CheckProblem = NonNullable<ImportDetail["check"]>["problems"][number];
type Tone = "warn" | "bad" | "ok";

const icons: Partial<Record<ImportProblemCode, LucideIcon>> = {
  twice_in_file: Copy,
  no_address: PhoneOff,
  bad_phone: PhoneOff,
  not_a_person: UserX,
  opted_out: ShieldX,
  refusal_kept: ShieldX,
  bad_field: CircleDollarSign,
};

const tones: Record<Tone, string> = {
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  ok: "bg-ok-tint text-ok",
};

type ProblemRowProps = {
  icon: LucideIcon;
  tone: Tone;
  title: string;
  examples: readonly string[];
  count: number;
  answer: React.ReactNode;
  onShow: () => void;
};

const ProblemRow = ({ icon: Icon, tone, title, examples, count, answer, onShow }: ProblemRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2.5 text-sm lg:grid-cols-[28px_minmax(0,1fr)_64px_minmax(0,1fr)_104px]">
      <span className={`grid size-7 place-items-center rounded-lg ${tones[tone]}`}>
        <Icon aria-hidden="true" className="size-[15px]" />
      </span>
      <div className="min-w-0">
        <p className="font-[560]">{title}</p>
        {examples.length > 0 && <p className="truncate text-soft text-xs">{examples.join(", ")}</p>}
      </div>
      <span className="text-right font-[600] tabular-nums">{format.number(count)}</span>
      <div className="max-lg:col-span-2 max-lg:col-start-1">{answer}</div>
      <button
        type="button"
        onClick={onShow}
        className="min-h-9 justify-self-end font-[560] text-sea text-xs tabular-nums hover:underline lg:min-h-6"
      >
        {t("import.problems.show", { shown: format.number(count) })}
        <span className="sr-only">: {title}</span>
      </button>
    </li>
  );
};

type ProblemListProps = {
  problems: readonly CheckProblem[];
  options: ImportOptions;
  disabled: boolean;
  onChange: (change: Partial<ImportOptions>) => void;
  onShow: (code: string) => void;
};

const isMended = (code: string): boolean => isImportProblem(code) && problemKind(code).isMended === true;

/** Problems by kind. One answer holds for every row with the problem. */
export const ProblemList = ({ problems, options, disabled, onChange, onShow }: ProblemListProps) => {
  const { t } = useTranslation();
  const mended = problems.filter(({ code }) => isMended(code));
  const others = problems.filter(({ code }) => !isMended(code));
  if (problems.length === 0) return null;
  const titleOf = (code: string) => (isImportProblem(code) ? t(`import.problem.${code}`) : code);

  const answerControl = ({ code }: CheckProblem) => {
    if (!isImportProblem(code)) return null;
    const { answers } = problemKind(code);
    const current = answerOf(code, options.answers);
    if (answers.length === 0)
      return <p className="px-2.5 text-soft">{t(`import.noteAnswer.${code as "opted_out"}`)}</p>;
    const [only] = answers;
    if (answers.length === 1 && only) return <p className="px-2.5 text-soft">{t(`import.answer.${only}`)}</p>;
    return (
      <Select
        aria-label={t("import.problems.answerFor", { problem: titleOf(code) })}
        value={current ?? ""}
        disabled={disabled}
        onChange={(event) =>
          onChange({ answers: { ...options.answers, [code]: event.target.value as ProblemAnswer } })
        }
        className="h-9 lg:h-8"
      >
        {answers.map((answer) => (
          <option key={answer} value={answer}>
            {t(
              code === "no_address" && answer === "empty" ? "import.answer.keep" : `import.answer.${answer}`,
            )}
          </option>
        ))}
      </Select>
    );
  };

  return (
    <Card
      title={t("import.problems.title")}
      caption={t("import.problems.caption")}
      className="overflow-hidden p-0 pt-3.5 [&>div:first-child]:mb-2.5 [&>div:first-child]:px-4"
    >
      <ul aria-label={t("import.problems.title")}>
        {others.map((problem) => {
          const { code } = problem;
          const refuses = isImportProblem(code) && answerOf(code, options.answers) === "leave_out";
          return (
            <ProblemRow
              key={code}
              icon={(isImportProblem(code) && icons[code]) || CircleAlert}
              tone={refuses || code === "opted_out" ? "bad" : "warn"}
              title={titleOf(code)}
              examples={problem.examples}
              count={problem.count}
              answer={answerControl(problem)}
              onShow={() => onShow(code)}
            />
          );
        })}
        {mended.length > 0 && (
          <ProblemRow
            icon={SpellCheck}
            tone="ok"
            title={t("import.problems.mended")}
            examples={mended.flatMap(({ examples }) => examples.slice(0, 2))}
            count={mended.reduce((sum, { count }) => sum + count, 0)}
            answer={
              <Select
                aria-label={t("import.problems.answerFor", { problem: t("import.problems.mended") })}
                value={options.mend ? "mend" : "keep"}
                disabled={disabled}
                onChange={(event) => onChange({ mend: event.target.value === "mend" })}
                className="h-9 lg:h-8"
              >
                <option value="mend">{t("import.problems.mend")}</option>
                <option value="keep">{t("import.problems.keep")}</option>
              </Select>
            }
            onShow={() => onShow(mended[0]?.code ?? "")}
          />
        )}
      </ul>
    </Card>
  );
};
