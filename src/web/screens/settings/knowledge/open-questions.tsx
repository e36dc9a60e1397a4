import { useQuery } from "@tanstack/react-query";
import { ChevronDown, MessageCircleQuestion, PenLine, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { knowledgeApi, type OpenQuestion } from "#contract/knowledge.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Asked = OpenQuestion["asked"][number];

/** Who asked, on which channel and when; the name leads to the conversation. */
const AskedBy = ({ asked: { person, channel, at } }: { asked: Asked }) => {
  const { t } = useTranslation();
  const age = useAge(at);
  const mayRead = useMay("inbox", "view");
  const name = person ? person.name || t("people.unnamed") : t("knowledge.open.unknown");
  return (
    <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-1.5 text-faint text-xs">
      {person && mayRead ? (
        <Link href={`/inbox/${person.id}`} className="truncate text-soft hover:underline">
          {name}
        </Link>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <span aria-hidden="true">·</span>
      <span className="inline-flex items-center gap-1">
        <ChannelIcon channel={channel} className="size-3 shrink-0" />
        {t(`reasons.channel.${channel}`)}
      </span>
      <span aria-hidden="true">·</span>
      <time dateTime={at}>{age}</time>
    </span>
  );
};

type QuestionItemProps = {
  question: OpenQuestion;
  readOnly: boolean;
  isBusy: boolean;
  onAnswer: () => void;
  onDismiss: () => void;
};

const QuestionItem = ({ question, readOnly, isBusy, onAnswer, onDismiss }: QuestionItemProps) => {
  const { t } = useTranslation();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const { asked, times, people } = question;
  const [newest] = asked;
  const often = [
    t("knowledge.open.times", { count: times }),
    ...(people > 1 ? [t("knowledge.open.people", { count: people })] : []),
  ].join(", ");
  return (
    <li className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
      <p className="wrap-anywhere text-sm">{question.question}</p>
      {newest && <AskedBy asked={newest} />}
      <div className="flex flex-wrap items-center gap-2">
        {!readOnly && (
          <Button
            size="sm"
            className="max-sm:h-9"
            aria-label={t("knowledge.open.answerNamed", { question: question.question })}
            onClick={onAnswer}
          >
            <PenLine aria-hidden="true" />
            {t("knowledge.open.answer")}
          </Button>
        )}
        {times > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={`${often}: ${question.question}`}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-8 items-center gap-1 rounded-lg px-1.5 text-soft text-xs tabular-nums hover:bg-hover max-sm:min-h-9"
          >
            {often}
            <ChevronDown
              aria-hidden="true"
              className={cn("size-3.5 shrink-0 transition-transform", isOpen && "rotate-180")}
            />
          </button>
        )}
        {!readOnly && (
          <Button
            variant="ghost"
            size="icon"
            className="ml-auto size-9 sm:size-8"
            disabled={isBusy}
            aria-label={t("knowledge.open.dismiss", { question: question.question })}
            onClick={onDismiss}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {isOpen && (
        <ul id={listId} className="grid gap-2 border-line border-l pl-3">
          {asked.map((one) => (
            <li key={one.id} className="grid min-w-0 gap-0.5">
              <p className="wrap-anywhere text-soft text-xs">{one.question}</p>
              <AskedBy asked={one} />
            </li>
          ))}
          {times > asked.length && (
            <li className="text-faint text-xs">
              {t("knowledge.open.more", { count: times - asked.length })}
            </li>
          )}
        </ul>
      )}
    </li>
  );
};

type OpenQuestionsProps = { readOnly: boolean; onAnswer: (question: OpenQuestion) => void };

/** What people asked in calls and messages and the base does not answer, those asked most often first. */
export const OpenQuestions = ({ readOnly, onAnswer }: OpenQuestionsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(knowledgeApi.openQuestions));
  const dismiss = useApiMutation(knowledgeApi.dismissQuestion);
  const reopen = useApiMutation(knowledgeApi.reopenQuestion);

  const showFailure = (problem: unknown, description: string) =>
    toast({ title: t("error.title"), description, detail: serverMessage(problem), variant: "destructive" });

  const runDismiss = async ({ id }: OpenQuestion) => {
    const params = { id };
    try {
      await dismiss.mutateAsync({ params });
      toast({
        title: t("knowledge.open.dismissed"),
        action: {
          label: t("knowledge.open.undo"),
          run: () =>
            void reopen
              .mutateAsync({ params })
              .catch((problem) => showFailure(problem, t("knowledge.open.undoFailed"))),
        },
      });
    } catch (problem) {
      showFailure(problem, t("knowledge.open.dismissFailed"));
    }
  };

  return (
    <Card
      title={t("knowledge.open.title")}
      aside={data && data.length > 0 && <Badge tone="warn">{format.number(data.length)}</Badge>}
    >
      {error && (
        <div className={cn(data && "mb-3")}>
          <ErrorCard
            title={t("knowledge.open.loadFailed")}
            detail={serverMessage(error)}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line">
          {data.map((question) => (
            <QuestionItem
              key={question.id}
              question={question}
              readOnly={readOnly}
              isBusy={dismiss.isPending}
              onAnswer={() => onAnswer(question)}
              onDismiss={() => void runDismiss(question)}
            />
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          icon={MessageCircleQuestion}
          title={t("knowledge.open.none")}
          text={t("knowledge.open.noneText")}
          className="px-0 py-4"
        />
      ) : (
        !error && (
          <div aria-busy="true" className="grid gap-3">
            <Skeleton className="h-16 rounded-lg" />
            <Skeleton className="h-16 rounded-lg" />
          </div>
        )
      )}
    </Card>
  );
};
