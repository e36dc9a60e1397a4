import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Send, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type * as z from "zod";
import { businessApi } from "#contract/business.ts";
import { firstStepsApi, type OwnPhone } from "#contract/first-steps.ts";
import { defaultBusinessName } from "#domain/business.ts";
import { ReasonList, toneIcons } from "#web/components/reason/reason-list.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { SandboxPhone } from "./sandbox-phone.tsx";
import { ThingFrame } from "./thing-frame.tsx";
import type { ThingProps } from "./thing-props.ts";

type GateAnswer = z.infer<(typeof firstStepsApi.gate)["output"]>["now"];

const rulingTones = {
  send: { tone: "note", className: "bg-ok-tint text-ok" },
  wait: { tone: "wait", className: "bg-panel text-warn" },
  stop: { tone: "stop", className: "bg-bad-tint text-bad" },
} as const;

const useRulingText = () => {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ ruling, until }: GateAnswer): string => {
    if (ruling !== "wait") return t(`start.message.ruling.${ruling}`);
    return until
      ? t("start.message.ruling.wait", { at: format.weekdayTime(until) })
      : t("start.message.ruling.waitOpen");
  };
};

const GateChip = ({ answer }: { answer: GateAnswer }) => {
  const { t } = useTranslation();
  const rulingText = useRulingText();
  const { tone, className } = rulingTones[answer.ruling];
  const Icon = toneIcons[tone].icon;
  return (
    <p
      className={cn("flex items-center gap-1.5 rounded-md px-2 py-1 font-[560] text-xs leading-4", className)}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.2} />
      {t("start.message.gate", { answer: rulingText(answer) })}
    </p>
  );
};

/** What the gate would say at another hour, asked of the same gate. */
const EveningQuestion = ({ evening }: { evening: (GateAnswer & { at: string }) | null }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const rulingText = useRulingText();
  const [isAsked, setAsked] = useState(false);
  if (!evening) return null;
  if (!isAsked)
    return (
      <p className="flex flex-wrap items-center gap-x-1.5 text-soft text-sm">
        {t("start.message.evening")}
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="font-[560] text-sea hover:underline max-sm:min-h-9"
        >
          {t("start.message.askEvening")}
        </button>
      </p>
    );
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p className="font-[560]">
        {t("start.message.eveningAnswer", {
          at: format.weekdayTime(evening.at),
          answer: rulingText(evening),
        })}
      </p>
      <ReasonList reasons={evening.reasons} className="text-soft" />
    </div>
  );
};

const AddMe = () => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useApiMutation(firstStepsApi.addPhone);
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-soft">{t("start.message.addText")}</p>
      {error && <FormAlert>{serverMessage(error) ?? t("start.message.addFailed")}</FormAlert>}
      <Button
        variant="primary"
        disabled={isPending}
        onClick={() => mutate(undefined)}
        className="w-fit max-sm:w-full"
      >
        <UserRoundPlus aria-hidden="true" />
        {t(isPending ? "start.message.adding" : "start.message.add")}
      </Button>
    </div>
  );
};

const leftStatuses = ["sent", "delivered", "read", "simulated"];

/** What became of the message, and what the user does next. */
const MessageState = ({ phone }: { phone: OwnPhone }) => {
  const { t } = useTranslation();
  const { message, personId } = phone;
  if (!message) return null;
  const { status, reply, reasons } = message;
  if (leftStatuses.includes(status) && reply !== null)
    return (
      <p role="status" className="text-sm">
        {t("start.message.arrived", { text: reply })}{" "}
        <Link href={`/inbox/${personId}`} className="font-[560] text-sea hover:underline">
          {t("start.message.inbox")}
        </Link>{" "}
        <span className="text-soft">{t("start.message.stopHint")}</span>
      </p>
    );
  if (leftStatuses.includes(status))
    return (
      <p role="status" className="font-[560] text-sm">
        {t("start.message.waiting")}
      </p>
    );
  if (status === "pending" || status === "dispatching")
    return (
      <p role="status" className="text-soft text-sm">
        {t("start.message.onItsWay")}
      </p>
    );
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p className="font-[560]">{t("start.message.notOut")}</p>
      <ReasonList reasons={reasons} className="text-soft" />
    </div>
  );
};

const MessageForm = ({ phone }: { phone: OwnPhone }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: gate } = useQuery(apiQuery(firstStepsApi.gate));
  const { data: business } = useQuery(apiQuery(businessApi.get));
  const { mutate, isPending, error } = useApiMutation(firstStepsApi.sendMessage);
  const [typed, setTyped] = useState<string>();
  const sample = t("start.message.sample", {
    name: phone.name.split(" ")[0],
    business: business?.name ?? defaultBusinessName,
  });
  const text = typed ?? (phone.message ? "" : sample);
  const send = () => {
    if (text.trim() === "" || isPending || gate?.now.ruling === "stop") return;
    mutate({ body: { text: text.trim() } }, { onSuccess: () => setTyped("") });
  };
  return (
    <form
      className="grid content-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={t("start.message.field")}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {gate ? <GateChip answer={gate.now} /> : <Skeleton className="h-6 w-44" />}
        <Button
          type="submit"
          variant="primary"
          disabled={isPending || text.trim() === "" || gate?.now.ruling === "stop"}
          className="ml-auto"
        >
          <Send aria-hidden="true" />
          {isPending
            ? t("start.message.sending")
            : gate?.now.ruling === "wait" && gate.now.until
              ? t("start.message.sendAt", { at: format.weekdayTime(gate.now.until) })
              : t("start.message.send")}
        </Button>
      </div>
      {gate && gate.now.ruling !== "send" && <ReasonList reasons={gate.now.reasons} className="text-soft" />}
      {error && <FormAlert>{serverMessage(error) ?? t("start.message.failed")}</FormAlert>}
      <MessageState phone={phone} />
      {gate?.now.ruling === "send" && <EveningQuestion evening={gate.evening} />}
    </form>
  );
};

/** A message to oneself at the sandbox phone, and the answer from it. */
export const MessageThing = ({ number, thing, progress: { phone }, isOpen, onOpen }: ThingProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, doneAt } = thing;
  const summary = (): string => {
    if (state !== "done") return t("start.message.text");
    const reply = phone?.message?.reply;
    return reply
      ? t("start.message.done", { text: reply })
      : t("start.lead.kept", { at: doneAt ? format.dateTime(doneAt) : "" });
  };
  return (
    <ThingFrame
      number={number}
      state={state}
      isOpen={isOpen}
      title={t("start.message.title")}
      text={summary()}
      aside={
        state === "done"
          ? phone && (
              <Link
                href={`/inbox/${phone.personId}`}
                className="inline-flex min-h-9 items-center font-[560] text-sea hover:underline"
              >
                {t("start.message.inbox")}
              </Link>
            )
          : isOpen
            ? state === "todo" && <span className="text-soft text-xs">{t("start.message.duration")}</span>
            : state !== "later" && (
                <Button onClick={onOpen}>
                  <MessageSquareText aria-hidden="true" />
                  {t("start.message.open")}
                </Button>
              )
      }
    >
      {phone ? (
        <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_250px]">
          <MessageForm phone={phone} />
          <SandboxPhone phone={phone} />
        </div>
      ) : (
        state !== "later" && <AddMe />
      )}
    </ThingFrame>
  );
};
