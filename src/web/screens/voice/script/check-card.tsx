import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ScriptProblem } from "#domain/voice/script-check.ts";
import { Card } from "#web/ui/card.tsx";

/** A problem of a script as a sentence, with the variable that was probably meant. */
export const useScriptProblemText = () => {
  const { t } = useTranslation();
  return (problem: ScriptProblem): string => {
    const { code, path: _path, isError: _isError, ...values } = problem;
    const text = t(`scriptEditor.check.${code}`, values as Record<string, string | number>);
    return "suggestion" in problem && problem.suggestion !== null
      ? `${text}. ${t("scriptEditor.check.suggestion", { name: problem.suggestion })}`
      : text;
  };
};

export const CheckCard = ({ problems }: { problems: readonly ScriptProblem[] }) => {
  const { t } = useTranslation();
  const problemText = useScriptProblemText();
  return (
    <Card title={t("scriptEditor.check.title")}>
      <div role="status">
        {problems.length === 0 ? (
          <p className="flex items-start gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            {t("scriptEditor.check.ok")}
          </p>
        ) : (
          <ul className="grid gap-2 text-sm">
            {problems.map((problem) => {
              const Icon = problem.isError ? CircleAlert : Info;
              const text = problemText(problem);
              return (
                <li key={`${problem.path} ${text}`} className="flex items-start gap-2">
                  <Icon
                    aria-hidden="true"
                    className={`mt-0.5 size-4 shrink-0 ${problem.isError ? "text-bad" : "text-warn"}`}
                  />
                  <span className="sr-only">
                    {`${t(problem.isError ? "scriptEditor.check.error" : "scriptEditor.check.warning")}: `}
                  </span>
                  <span className="min-w-0 wrap-anywhere">{text}</span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Card>
  );
};
