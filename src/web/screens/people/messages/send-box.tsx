import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { templates } from "#contract/templates.ts";
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
import type { MessageDraft } from "./draft.ts";
import { type MessagePurpose, useChannelChecks, useSendMessage } from "./use-send.ts";

type MessageFormProps = {
  personId: string;
  draft: MessageDraft;
  onDraftChange: (draft: MessageDraft | undefined) => void;
};

const ownText = "";

/** Sends by hand. What the gate says comes first, and it is asked once more when the message goes. */
export const MessageForm = ({ personId, draft, onDraftChange }: MessageFormProps) => {
  const { t } = useTranslation();
  const { purpose, template, subject, text } = draft;
  const updateDraft = (change: Partial<MessageDraft>) => onDraftChange({ ...draft, ...change });
  const { data: checks, error, refetch } = useChannelChecks(personId, purpose, template);
  const { data: allTemplates = [] } = useQuery(query(templates.list));
  const { submit, busy } = useSendMessage(personId, () => onDraftChange(undefined));
  const openChannels = checks?.filter(({ ruling }) => ruling !== "stop") ?? [];
  const channel =
    openChannels.find((check) => check.channel === draft.channel)?.channel ?? openChannels[0]?.channel;
  const templateNames = [
    ...new Set(allTemplates.filter((option) => option.channel === channel).map(({ name }) => name)),
  ];
  const chosenTemplate = templateNames.includes(template) ? template : ownText;
  const waits = openChannels.some((check) => check.channel === channel && check.ruling === "wait");
  const isReady = channel !== undefined && (chosenTemplate !== ownText || text.trim() !== "");

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!channel || !isReady) return;
    const own = {
      text: text.trim(),
      ...(channel === "email" && subject.trim() ? { subject: subject.trim() } : {}),
    };
    void submit(
      { channel, purpose, ...(chosenTemplate === ownText ? own : { template: chosenTemplate }) },
      waits,
    );
  };

  return (
    <form onSubmit={send} className="grid gap-4 rounded-card border border-line p-3.5">
      <Field label={t("people.messages.purpose")} hint={t(`people.messages.purposeHint.${purpose}`)}>
        <Select
          value={purpose}
          onChange={(event) => updateDraft({ purpose: event.target.value as MessagePurpose })}
        >
          {(["service", "marketing"] as const).map((option) => (
            <option key={option} value={option}>
              {t(`people.messages.purposes.${option}`)}
            </option>
          ))}
        </Select>
      </Field>
      {error && !checks ? (
        <ErrorCard
          title={t("people.messages.checkFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : !checks ? (
        <div aria-busy="true" className="grid gap-1.5">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      ) : (
        <ChannelChoice checks={checks} value={channel} onChange={(next) => updateDraft({ channel: next })} />
      )}
      {checks && !channel && <p className="text-sm text-soft">{t("people.messages.noChannel")}</p>}
      {channel && (
        <>
          <Field label={t("people.messages.template")}>
            <Select
              value={chosenTemplate}
              onChange={(event) => updateDraft({ template: event.target.value })}
            >
              <option value={ownText}>{t("people.messages.ownWords")}</option>
              {templateNames.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          {chosenTemplate === ownText && (
            <>
              {channel === "email" && (
                <Field label={t("templates.subject")}>
                  <Input
                    autoComplete="off"
                    maxLength={200}
                    value={subject}
                    onChange={(event) => updateDraft({ subject: event.target.value })}
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
                  onChange={(event) => updateDraft({ text: event.target.value })}
                />
              </Field>
            </>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => onDraftChange(undefined)}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={!isReady || busy}>
              {t(busy ? "people.messages.sending" : "people.messages.sendNow")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
};
