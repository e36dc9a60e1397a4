import { Check, LoaderCircle, Send, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { firstStepsApi, type SentLead } from "#contract/first-steps.ts";
import { ReadingBadge } from "#web/components/reading/reading-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ThingFrame } from "./thing-frame.tsx";
import type { ThingProps } from "./thing-props.ts";

/** Seconds between two stored instants, with one decimal. */
const useSeconds = () => {
  const { numberLocale } = useFormat();
  const format = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (from: string, to: string) => format.format(Math.max(0, Date.parse(to) - Date.parse(from)) / 1000);
};

type StageProps = { name: string; isOver: boolean; after?: string | undefined; children?: ReactNode };

const Stage = ({ name, isOver, after, children }: StageProps) => {
  const { t } = useTranslation();
  return (
    <li className="flex min-w-0 items-start gap-2.5 text-sm">
      {isOver ? (
        <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={2.4} />
      ) : (
        <LoaderCircle
          aria-hidden="true"
          className="mt-0.5 size-4 shrink-0 text-soft motion-safe:animate-spin"
        />
      )}
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <b className="font-[560]">{name}</b>
          {isOver ? children : <span className="text-soft">{t("start.lead.working")}</span>}
        </p>
      </div>
      {after && <span className="shrink-0 text-faint text-xs leading-5 tabular-nums">{after}</span>}
    </li>
  );
};

const sentStatuses = ["sent", "delivered", "read", "simulated"];

const Answer = ({ answer }: { answer: SentLead["answer"] }) => {
  const { t } = useTranslation();
  if (!answer) return <span className="text-soft">{t("start.lead.answer.none")}</span>;
  const channel = t(`reasons.channel.${answer.channel}`);
  if (sentStatuses.includes(answer.status))
    return (
      <span className="text-soft">
        {t("start.lead.answer.sent", { channel, rule: answer.ruleName ?? "" })}
      </span>
    );
  const isHeld = answer.status === "held";
  return (
    <span className="grid gap-1">
      <span className="text-soft">{t(`start.lead.answer.${isHeld ? "held" : "stopped"}`, { channel })}</span>
      <ReasonList reasons={answer.reasons} className="text-soft" />
    </span>
  );
};

/** The stages of the lead with their times, as the pipeline stored them. */
const Stages = ({ lead }: { lead: SentLead }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = useSeconds();
  const { receivedAt, readAt, readAs, scoredAt, intentScore, propensityScore, answer, endpointName } = lead;
  const after = (at: string | null) =>
    at === null ? undefined : t("start.lead.after", { seconds: seconds(receivedAt, at) });
  const isRuled = scoredAt !== null && !["pending", "dispatching"].includes(answer?.status ?? "");
  return (
    <ol role="status" className="grid gap-2.5">
      <Stage name={t("start.lead.step.received")} isOver>
        <span className="text-soft">
          {t("start.lead.received", { endpoint: endpointName, at: format.time(receivedAt) })}
        </span>
      </Stage>
      <Stage name={t("start.lead.step.read")} isOver={readAt !== null} after={after(readAt)}>
        {readAs ? (
          <ReadingBadge intent={readAs} source={{ kind: "local", name: null }} />
        ) : (
          <span className="text-soft">{t("start.lead.readPlain")}</span>
        )}
      </Stage>
      <Stage name={t("start.lead.step.scored")} isOver={scoredAt !== null} after={after(scoredAt)}>
        <span className="text-soft">
          {intentScore === null
            ? t("start.lead.noScore")
            : t("start.lead.scores", { intent: intentScore, propensity: propensityScore })}
        </span>
      </Stage>
      <Stage name={t("start.lead.step.answered")} isOver={isRuled} after={after(answer?.at ?? null)}>
        <Answer answer={answer} />
      </Stage>
    </ol>
  );
};

const LeadForm = () => {
  const { t } = useTranslation();
  const [message, setMessage] = useState<string>();
  const { mutate, isPending, error } = useApiMutation(firstStepsApi.sendLead);
  const text = message ?? t("start.lead.sample");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ body: { message: text.trim() } });
      }}
    >
      <Field label={t("start.lead.message")}>
        <Textarea
          rows={2}
          maxLength={1000}
          value={text}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      {error && <FormAlert>{serverMessage(error) ?? t("start.lead.failed")}</FormAlert>}
      <Button
        type="submit"
        variant="primary"
        disabled={isPending || text.trim() === ""}
        className="ml-auto max-sm:w-full"
      >
        <Send aria-hidden="true" />
        {t(isPending ? "start.lead.sending" : "start.lead.send")}
      </Button>
    </form>
  );
};

/** A lead that the user sends as a customer, and what becomes of her. */
export const LeadThing = ({ number, thing, progress: { lead }, isOpen, onOpen }: ThingProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = useSeconds();
  const { state, doneAt } = thing;
  const summary = (): string => {
    if (state !== "done") return t("start.lead.text");
    if (!lead?.personName) return t("start.lead.kept", { at: doneAt ? format.dateTime(doneAt) : "" });
    const values = {
      name: lead.personName,
      endpoint: lead.endpointName,
      at: format.time(lead.receivedAt),
    };
    return lead.intentScore === null || lead.scoredAt === null
      ? t("start.lead.doneNoScore", values)
      : t("start.lead.done", {
          ...values,
          intent: lead.intentScore,
          propensity: lead.propensityScore,
          seconds: seconds(lead.receivedAt, lead.scoredAt),
        });
  };
  return (
    <ThingFrame
      number={number}
      state={state}
      isOpen={isOpen}
      title={t("start.lead.title")}
      text={summary()}
      aside={
        lead?.personId ? (
          <Link
            href={`/people/${lead.personId}`}
            className="inline-flex min-h-9 items-center font-[560] text-sea hover:underline"
          >
            {t("start.lead.see")}
          </Link>
        ) : (
          !isOpen &&
          state === "todo" && (
            <Button onClick={onOpen}>
              <UserRoundPlus aria-hidden="true" />
              {t("start.lead.open")}
            </Button>
          )
        )
      }
    >
      {lead ? <Stages lead={lead} /> : state === "todo" && <LeadForm />}
    </ThingFrame>
  );
};
