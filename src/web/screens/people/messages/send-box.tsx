import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import type { Draft } from "./draft.ts";
import { type Purpose, useGate, useSend } from "./use-send.ts";

type SendBoxProps = { personId: string; draft: Draft; onDraft: (draft: Draft | undefined) => void };

const ownWords = "";

/** Sends by hand. What the gate says comes first, and it is asked once more when the message goes. */
export const SendBox = ({ personId, draft, onDraft }: SendBoxProps) => {
  const { t } = useTranslation();
  const { purpose, template, subject, text } = draft;
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change });
  const { data: answers, error, refetch } = useGate(personId, purpose, template);
  const { data: list = [] } = useQuery(query(templatesApi.list));
  const { submit, busy } = useSend(personId, () => onDraft(undefined));
  const open = answers?.filter(({ ruling }) => ruling !== "stop") ?? [];
  const channel = open.find((answer) => answer.channel === draft.channel)?.channel ?? open[0]?.channel;
  const offered = [...new Set(list.filter((one) => one.channel === channel).map(({ name }) => name))];
  const named = offered.includes(template) ? template : ownWords;
  const waits = open.some((answer) => answer.channel === channel && answer.ruling === "wait");
  const isReady = channel !== undefined && (named !== ownWords || text.trim() !== "");

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!channel || !isReady) return;
    const own = {
      text: text.trim(),
      ...(channel === "email" && subject.trim() ? { subject: subject.trim() } : {}),
    };
    void submit({ channel, purpose, ...(named === ownWords ? own : { template: named }) }, waits);
  };

  return (
    <form onSubmit={send} className="grid gap-4 rounded-card border border-line p-3.5">
      <Field label={t("people.messages.purpose")} hint={t(`people.messages.purposeHint.${purpose}`)}>
        <Select value={purpose} onChange={(event) => set({ purpose: event.target.value as Purpose })}>
          {(["service", "marketing"] as const).map((one) => (
            <option key={one} value={one}>
              {t(`people.messages.purposes.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {error && !answers ? (
        <ErrorCard
          title={t("people.messages.checkFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : !answers ? (
        <div aria-busy="true" className="grid gap-1.5">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      ) : (
        <ChannelChoice answers={answers} value={channel} onChange={(next) => set({ channel: next })} />
      )}
      {answers && !channel && <p className="text-sm text-soft">{t("people.messages.noChannel")}</p>}
      {channel && (
        <>
          <Field label={t("people.messages.template")}>
            <Select value={named} onChange={(event) => set({ template: event.target.value })}>
              <option value={ownWords}>{t("people.messages.ownWords")}</option>
              {offered.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          {named === ownWords && (
            <>
              {channel === "email" && (
                <Field label={t("templates.subject")}>
                  <Input
                    autoComplete="off"
                    maxLength={200}
                    value={subject}
                    onChange={(event) => set({ subject: event.target.value })}
                  />
                </Field>
              )}
              <Field
                label={t("people.messages.text")}
                hint={
                  channel === "sms"
                    ? t("templates.parts", { count: countSegments(text).segments })
                    : undefined
                }
              >
                <Textarea
                  rows={4}
                  maxLength={10_000}
                  value={text}
                  onChange={(event) => set({ text: event.target.value })}
                />
              </Field>
            </>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => onDraft(undefined)}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={!isReady || busy}>
              {t(busy ? "people.messages.sending" : "people.messages.sendNow")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
};
