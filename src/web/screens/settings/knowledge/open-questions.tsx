import { useQuery } from "@tanstack/react-query";
import { PenLine, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { knowledgeApi, type OpenQuestion } from "#contract/knowledge.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type QuestionItemProps = { question: OpenQuestion; readOnly: boolean; onAnswer: () => void };

const QuestionItem = ({ question, readOnly, onAnswer }: QuestionItemProps) => {
  const { t } = useTranslation();
  const age = useAge(question.lastAskedAt);
  const dismiss = useApiMutation(knowledgeApi.dismissQuestion);
  const askedBy = question.person?.name;

  const runDismiss = async () => {
    try {
      await dismiss.mutateAsync({ params: { id: question.id } });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("knowledge.open.dismissFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <li className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
      <p className="wrap-anywhere text-sm">{question.question}</p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="min-w-0 flex-1 truncate text-faint text-xs">
          {[askedBy, question.times > 1 && t("knowledge.open.times", { count: question.times }), age]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {!readOnly && (
          <>
            <Button size="sm" onClick={onAnswer}>
              <PenLine aria-hidden="true" />
              {t("knowledge.open.answer")}
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="size-9 sm:size-8"
              disabled={dismiss.isPending}
              aria-label={t("knowledge.open.dismiss", { question: question.question })}
              onClick={() => void runDismiss()}
            >
              <X aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
    </li>
  );
};

type OpenQuestionsProps = { readOnly: boolean; onAnswer: (question: OpenQuestion) => void };

/** What people asked and the base does not answer. */
export const OpenQuestions = ({ readOnly, onAnswer }: OpenQuestionsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(knowledgeApi.openQuestions));
  return (
    <Card
      title={t("knowledge.open.title")}
      aside={data && data.length > 0 && <Badge tone="warn">{format.number(data.length)}</Badge>}
    >
      {error && !data ? (
        <ErrorCard
          title={t("knowledge.open.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <div aria-busy="true">
          <Skeleton className="h-14 rounded-lg" />
        </div>
      ) : data.length === 0 ? (
        <p className="text-sm text-soft">{t("knowledge.open.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((question) => (
            <QuestionItem
              key={question.id}
              question={question}
              readOnly={readOnly}
              onAnswer={() => onAnswer(question)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
};
