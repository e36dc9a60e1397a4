import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, CircleHelp } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type DeliveryRecord, deliveriesApi } from "#contract/deliveries.ts";
import { firstStepsApi } from "#contract/first-steps.ts";
import { rulesApi } from "#contract/rules.ts";
import type { FirstQuestion } from "#domain/first-steps/first-steps.ts";
import { DeliveryExplanationPanel } from "#web/components/delivery/delivery-explanation.tsx";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { RuleForecast } from "#web/components/rule/rule-forecast.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ThingFrame } from "./thing-frame.tsx";
import type { ThingProps } from "./thing-props.ts";

type Asked = Parameters<ReturnType<typeof useApiMutation<typeof firstStepsApi.asked>>["mutate"]>[0]["body"];

/** Keeps a question once its answer is shown. */
const useKeepAsked = (asked: Asked, isAnswered: boolean, isKept: boolean): void => {
  const { mutate } = useApiMutation(firstStepsApi.asked);
  const key = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question and answer
  useEffect(() => {
    if (isAnswered && !isKept) mutate({ body: asked });
  }, [key, isAnswered]);
};

type AnswerProps = { isKept: boolean };

const MessageAnswer = ({
  delivery,
  question,
  isKept,
}: AnswerProps & { delivery: DeliveryRecord; question: "refused" | "sent" }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(deliveriesApi.why, { params: { id: delivery.id } }));
  useKeepAsked({ question, actionId: delivery.id }, data !== undefined, isKept);
  return (
    <div className="grid gap-3">
      <div className="grid gap-0.5 text-sm">
        <p className="text-faint text-xs">
          {t("start.why.messageTo", {
            channel: t(`reasons.channel.${delivery.channel}`),
            name: delivery.personName ?? t("start.why.unnamed"),
            at: format.dateTime(delivery.createdAt),
          })}
        </p>
        {delivery.text && <p className="whitespace-pre-line break-words">{delivery.text}</p>}
      </div>
      <DeliveryExplanationPanel delivery={delivery} />
    </div>
  );
};

const Forecast = ({ ruleId, personId, isKept }: AnswerProps & { ruleId: string; personId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(rulesApi.why, { params: { id: ruleId, personId } }));
  useKeepAsked({ question: "forward", ruleId, personId }, data !== undefined, isKept);
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div role="status" className="grid gap-4">
      <RuleForecast now={data.now} gate={data.gate} />
    </div>
  );
};

const ForwardAnswer = ({ start, isKept }: AnswerProps & { start: DeliveryRecord | undefined }) => {
  const { t } = useTranslation();
  const { data: rules, error, refetch } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const mayTryOnAll = useMay("rules", "work");
  const [ruleId, setRuleId] = useState<string>();
  const [person, setPerson] = useState<SelectedPerson | undefined>(
    start && { id: start.personId, name: start.personName ?? t("people.unnamed") },
  );
  if (!rules && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!rules) return <Skeleton className="h-24" />;
  const isListed = rules.some(({ id }) => id === start?.ruleId);
  const chosen = ruleId ?? (isListed ? start?.ruleId : rules[0]?.id) ?? undefined;
  if (chosen === undefined) return <p className="text-soft text-sm">{t("start.why.noRule")}</p>;
  return (
    <div className="grid gap-4">
      <p className="text-soft text-sm">{t("start.why.forwardText")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("start.why.rule")}>
          <Select value={chosen} onChange={(event) => setRuleId(event.target.value)}>
            {rules.map(({ id, name, enabled }) => (
              <option key={id} value={id}>
                {enabled ? name : t("people.why.inactive", { name })}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid content-start gap-1.5">
          <p className="min-h-5 font-[540] text-sm">{t("start.why.person")}</p>
          <PersonPicker label={t("start.why.person")} value={person} onChange={setPerson} />
        </div>
      </div>
      {person && (
        <Forecast key={`${chosen} ${person.id}`} ruleId={chosen} personId={person.id} isKept={isKept} />
      )}
      {mayTryOnAll && (
        <Link href={`/rules?open=edit&rule=${chosen}`} className="w-fit text-sea text-sm hover:underline">
          {t("start.why.openRules")}
        </Link>
      )}
    </div>
  );
};

type QuestionProps = {
  label: string;
  isAsked: boolean;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

const Question = ({ label, isAsked, isOpen, onToggle, children }: QuestionProps) => {
  const { t } = useTranslation();
  const id = useId();
  const Icon = isAsked ? Check : CircleHelp;
  return (
    <li className="rounded-card border border-line bg-panel">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-card px-3.5 py-2 text-left font-[560] text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden="true" className={cn("size-4 shrink-0", isAsked ? "text-ok" : "text-soft")} />
        <span className="min-w-0 flex-1 break-words">
          {label}
          {isAsked && <span className="sr-only">{` (${t("start.state.done")})`}</span>}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-soft transition-transform", isOpen && "rotate-180")}
        />
      </button>
      {/* Kept out of the page while closed, so that a question is asked only when it is opened. */}
      <div id={id} hidden={!isOpen} className="border-line border-t p-3.5">
        {isOpen && children}
      </div>
    </li>
  );
};

const newest = (status: "blocked" | "held" | "delivered" | "sent") =>
  apiQuery(deliveriesApi.list, { query: { status, limit: 10 } });

/** The newest message that the gate stopped, or else one that it holds, and the newest that went out by a rule. */
const useExamples = () => {
  const blocked = useQuery(newest("blocked"));
  const hasNone = blocked.data?.actions.length === 0;
  const held = useQuery({ ...newest("held"), enabled: hasNone });
  const delivered = useQuery(newest("delivered"));
  const sentList = delivered.data?.actions ?? [];
  const failed = [blocked, held, delivered].filter(({ data, error }) => !data && error);
  return {
    failure: failed[0]?.error,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    isLoading: blocked.isPending || delivered.isPending || (hasNone && held.isPending),
    refused: blocked.data?.actions[0] ?? held.data?.actions[0],
    sent: sentList.find(({ ruleId }) => ruleId !== null) ?? sentList[0],
  };
};

const Questions = ({ asked }: { asked: ThingProps["progress"]["asked"] }) => {
  const { t } = useTranslation();
  const { failure, retry, isLoading, refused, sent } = useExamples();
  const mayAskRules = useMay("people", "view");
  const [open, setOpen] = useState<FirstQuestion>();
  if (failure) return <ErrorCard title={t("error.load")} detail={serverMessage(failure)} onRetry={retry} />;
  if (isLoading)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    );
  const nameOf = ({ personName }: DeliveryRecord) => personName?.split(" ")[0] ?? t("start.why.unnamed");
  const questionProps = (question: FirstQuestion) => ({
    isAsked: asked[question] !== undefined,
    isOpen: open === question,
    onToggle: () => setOpen(open === question ? undefined : question),
  });
  return (
    <ul aria-label={t("start.why.questions")} className="grid gap-2">
      {refused && (
        <Question label={t("start.why.refused", { name: nameOf(refused) })} {...questionProps("refused")}>
          <MessageAnswer delivery={refused} question="refused" isKept={asked.refused !== undefined} />
        </Question>
      )}
      {sent && (
        <Question label={t("start.why.sent", { name: nameOf(sent) })} {...questionProps("sent")}>
          <MessageAnswer delivery={sent} question="sent" isKept={asked.sent !== undefined} />
        </Question>
      )}
      {mayAskRules && (
        <Question label={t("start.why.forward")} {...questionProps("forward")}>
          <ForwardAnswer start={refused ?? sent} isKept={asked.forward !== undefined} />
        </Question>
      )}
    </ul>
  );
};

/** Questions about real messages of the workspace, and about what a rule would do. */
export const WhyThing = ({ number, thing: { state }, progress: { asked }, isOpen, onOpen }: ThingProps) => {
  const { t } = useTranslation();
  return (
    <ThingFrame
      number={number}
      state={state}
      isOpen={isOpen}
      title={t("start.why.title")}
      text={t("start.why.text")}
      aside={
        !isOpen &&
        state !== "later" && (
          <Button onClick={onOpen}>
            <CircleHelp aria-hidden="true" />
            {t("start.why.open")}
          </Button>
        )
      }
    >
      {state !== "later" && <Questions asked={asked} />}
    </ThingFrame>
  );
};
