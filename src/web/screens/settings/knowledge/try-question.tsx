import { CircleCheck, CircleHelp, CornerDownLeft } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FoundPassage, knowledgeApi } from "#contract/knowledge.ts";
import { answeringFit } from "#domain/knowledge/rank-passages.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { toPlainText } from "./plain-text.ts";

/** The fit as a bar; the mark is where an answer begins. */
const FitBar = ({ fit }: { fit: number }) => (
  <div aria-hidden="true" className="relative h-1.5 w-full rounded-full bg-hover dark:bg-line">
    <div
      className={cn("h-full rounded-full", fit >= answeringFit ? "bg-ok" : "bg-edge")}
      style={{ width: `${Math.round(fit * 100)}%` }}
    />
    <div
      className="absolute -inset-y-0.5 w-px bg-soft"
      style={{ left: `${Math.round(answeringFit * 100)}%` }}
    />
  </div>
);

type PassageProps = { passage: FoundPassage; answers: boolean; onOpen: () => void };

const PassageItem = ({ passage, answers, onOpen }: PassageProps) => {
  const { t } = useTranslation();
  const percent = Math.round(passage.fit * 100);
  return (
    <li className={cn("grid gap-1.5 rounded-lg px-3 py-2.5", answers ? "bg-sea-tint" : "bg-hover/60")}>
      <div className="flex items-baseline gap-2">
        <button
          type="button"
          onClick={onOpen}
          className="wrap-anywhere min-w-0 flex-1 text-left font-[560] text-sm hover:underline"
        >
          {passage.title}
        </button>
        {passage.language && <Badge>{passage.language.toUpperCase()}</Badge>}
        <span className="text-sm text-soft tabular-nums">{t("knowledge.try.fit", { percent })}</span>
      </div>
      <FitBar fit={passage.fit} />
      <p className="wrap-anywhere line-clamp-3 text-sm text-soft">{toPlainText(passage.text)}</p>
    </li>
  );
};

/** Shows what the agent would find for a question, and whether that is enough for an answer. */
export const TryQuestion = ({ onOpen }: { onOpen: (entryId: string) => void }) => {
  const { t } = useTranslation();
  const [question, setQuestion] = useState("");
  const { mutate, data, error, isPending } = useApiMutation(knowledgeApi.tryQuestion);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== "") mutate({ body: { question: question.trim() } });
  };
  const Verdict = data?.answersFrom ? CircleCheck : CircleHelp;

  return (
    <Card title={t("knowledge.try.title")} caption={t("knowledge.try.caption")}>
      <form onSubmit={submit} className="flex gap-2">
        <Input
          value={question}
          maxLength={400}
          onChange={(event) => setQuestion(event.target.value)}
          aria-label={t("knowledge.try.question")}
          placeholder={t("knowledge.try.placeholder")}
          autoComplete="off"
        />
        <Button type="submit" disabled={isPending || question.trim() === ""}>
          <CornerDownLeft aria-hidden="true" />
          {t("knowledge.try.ask")}
        </Button>
      </form>
      <div aria-live="polite" className="grid gap-2 [&>*:first-child]:mt-3">
        {error && <FormAlert>{serverMessage(error) ?? t("error.load")}</FormAlert>}
        {!error && data && (
          <>
            <p className="flex items-center gap-1.5 font-[560] text-sm">
              <Verdict
                aria-hidden="true"
                className={cn("size-4 shrink-0", data.answersFrom ? "text-ok" : "text-warn")}
              />
              {t(data.answersFrom ? "knowledge.try.answers" : "knowledge.try.unknown")}
            </p>
            {data.passages.length > 0 && (
              <ol className="grid gap-2">
                {data.passages.map((passage) => (
                  <PassageItem
                    key={passage.id}
                    passage={passage}
                    answers={passage.id === data.answersFrom}
                    onOpen={() => onOpen(passage.entryId)}
                  />
                ))}
              </ol>
            )}
            <p className="text-faint text-xs">
              {t(data.usedVectors ? "knowledge.try.byMeaning" : "knowledge.try.byWords")}
            </p>
          </>
        )}
      </div>
    </Card>
  );
};
