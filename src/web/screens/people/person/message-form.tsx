import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "#contract/api-route.ts";
import type { deliveriesApi } from "#contract/deliveries.ts";
import { templatesApi } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type MessageDraft, type MessagePurpose, useChannelChecks, useSendMessage } from "./send-message.ts";

type ChannelCheck = OutputOf<(typeof deliveriesApi)["check"]>[number];

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;

/** A stopped message does not show the reasons it would also wait for. */
const stopReasons = (reasons: ChannelCheck["reasons"]) =>
  reasons.filter(({ code }) => toneOf(code) === "stop");

type ChannelChoiceProps = {
  checks: ChannelCheck[];
  value: Channel | undefined;
  onChange: (channel: Channel) => void;
};

/** The gate's result per channel. A stopped channel cannot be selected. */
const ChannelChoice = ({ checks, value, onChange }: ChannelChoiceProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-[540] text-sm">{t("people.messages.channel")}</legend>
      {checks.map(({ channel, ruling, until, reasons }) => {
        const isStopped = ruling === "stop";
        return (
          <label
            key={channel}
            className={cn(
              "grid gap-1 rounded-lg border px-3 py-2",
              value === channel ? "border-sea bg-sea-tint" : "border-line",
              isStopped && "cursor-default bg-hover",
            )}
          >
            <span className="flex min-h-6 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="channel"
                checked={value === channel}
                disabled={isStopped}
                onChange={() => onChange(channel)}
                className="size-4 accent-sea"
              />
              <span className={cn("font-[540]", isStopped && "text-soft")}>
                {t(`reasons.channel.${channel}`)}
              </span>
              <Badge tone={rulingTones[ruling]} className="ml-auto">
                {ruling === "wait" && until
                  ? t("people.messages.waitsUntil", { at: format.dateTime(until) })
                  : t(`people.messages.ruling.${ruling}`)}
              </Badge>
            </span>
            {(isStopped || (ruling === "wait" && value === channel)) && (
              <ReasonList reasons={isStopped ? stopReasons(reasons) : reasons} className="pl-6.5 text-soft" />
            )}
          </label>
        );
      })}
    </fieldset>
  );
};

type MessageFormProps = {
  personId: string;
  draft: MessageDraft;
  onDraftChange: (draft: MessageDraft | undefined) => void;
};

const ownText = "";

/** Sends a message manually. The gate is evaluated again when it is sent. */
export const MessageForm = ({ personId, draft, onDraftChange }: MessageFormProps) => {
  const { t } = useTranslation();
  const { purpose, template, subject, text } = draft;
  const updateDraft = (change: Partial<MessageDraft>) => onDraftChange({ ...draft, ...change });
  const { data: checks, error, refetch } = useChannelChecks(personId, purpose, template);
  const { submit, busy } = useSendMessage(personId, () => onDraftChange(undefined));
  const openChannels = checks?.filter(({ ruling }) => ruling !== "stop") ?? [];
  const channel =
    openChannels.find((check) => check.channel === draft.channel)?.channel ?? openChannels[0]?.channel;
  const { data: offered } = useQuery({
    ...apiQuery(templatesApi.forPerson, { params: { id: personId }, query: { channel: channel ?? "sms" } }),
    enabled: channel !== undefined,
  });
  const templates = (offered?.texts ?? []).filter(({ kind }) => kind === "template");
  const titleOf = useTemplateTitle();
  const filled = templates.find(({ name }) => name === template);
  const chosenTemplate = filled?.name ?? ownText;
  const waits = openChannels.some((check) => check.channel === channel && check.ruling === "wait");
  const isReady = channel !== undefined && (chosenTemplate !== ownText || text.trim() !== "");

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!channel || !isReady) return;
    const ownMessage = {
      text: text.trim(),
      ...(channel === "email" && subject.trim() ? { subject: subject.trim() } : {}),
    };
    void submit(
      { channel, purpose, ...(chosenTemplate === ownText ? ownMessage : { template: chosenTemplate }) },
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
              {templates.map(({ id, name, title, language }) => (
                <option key={id} value={name}>
                  {`${titleOf({ name, title })} (${language})`}
                </option>
              ))}
            </Select>
          </Field>
          {filled && (
            <p className="whitespace-pre-line rounded-lg bg-hover px-3 py-2 text-sm wrap-anywhere">
              {[filled.subject, filled.text].filter(Boolean).join("\n\n")}
            </p>
          )}
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
