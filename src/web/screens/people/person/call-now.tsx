import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { PersonDetail } from "#contract/people.ts";
import { scriptsApi } from "#contract/scripts.ts";
import { voiceApi } from "#contract/voice.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type MessagePurpose, useChannelChecks } from "./send-message.ts";

type CallDialogProps = { person: PersonDetail; onClose: () => void };

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;

/** What the gate would decide of the call now. */
const GatePreview = ({ checks }: { checks: ReturnType<typeof useChannelChecks> }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const check = checks.data?.find(({ channel }) => channel === "voice_agent");
  if (!check)
    return checks.error ? (
      <ErrorCard
        title={t("people.messages.checkFailed")}
        detail={serverMessage(checks.error)}
        onRetry={() => void checks.refetch()}
      />
    ) : (
      <Skeleton className="h-16" />
    );
  const { ruling, until, reasons } = check;
  const verdict = {
    send: t("liveCalls.callNow.now"),
    wait: until ? t("liveCalls.callNow.later", { at: format.dateTime(until) }) : t("liveCalls.callNow.waits"),
    stop: t("liveCalls.callNow.stopped"),
  }[ruling];
  const shown = ruling === "stop" ? reasons.filter(({ code }) => toneOf(code) === "stop") : reasons;
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-2 text-soft text-xs">
        {t("liveCalls.callNow.gate")} <Badge tone={rulingTones[ruling]}>{verdict}</Badge>
      </p>
      <ReasonList reasons={shown} className="text-soft" />
    </div>
  );
};

const CallDialog = ({ person, onClose }: CallDialogProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const [, navigate] = useLocation();
  const [purpose, setPurpose] = useState<MessagePurpose>("service");
  const [chosen, setChosen] = useState<string>();
  const { data: scripts, error, refetch } = useQuery(apiQuery(scriptsApi.list));
  const checks = useChannelChecks(person.id, purpose, "");
  const place = useApiMutation(voiceApi.place);
  const enabled = scripts?.filter((script) => script.enabled) ?? [];
  const language = person.language ?? i18n.language;
  const script =
    enabled.find(({ id }) => id === chosen) ??
    enabled.find((each) => each.language === language) ??
    enabled[0];
  const check = checks.data?.find(({ channel }) => channel === "voice_agent");
  const name = personName(person, t("people.unnamed"));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!script) return;
    place.mutate(
      { params: { id: person.id }, body: { scriptId: script.id, purpose } },
      {
        onSuccess: () => {
          toast({
            title:
              check?.ruling === "wait"
                ? check.until
                  ? t("liveCalls.callNow.plannedLater", { at: format.dateTime(check.until) })
                  : t("liveCalls.callNow.waits")
                : t("liveCalls.callNow.planned", { name }),
            action: { label: t("liveCalls.callNow.watch"), run: () => navigate("/voice") },
          });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("liveCalls.callNow.title", { name })}
      description={t("liveCalls.callNow.text")}
      className="sm:max-w-md"
    >
      <form onSubmit={submit} className="grid gap-4">
        {!scripts && error ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : !scripts ? (
          <Skeleton className="h-15" />
        ) : !script ? (
          <p className="text-sm text-soft">{t("liveCalls.callNow.noScripts")}</p>
        ) : (
          <Field label={t("liveCalls.callNow.script")}>
            <Select value={script.id} onChange={(event) => setChosen(event.target.value)}>
              {enabled.map((each) => (
                <option key={each.id} value={each.id}>
                  {`${each.name} · ${worded("liveCalls.language", each.language)}`}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t("liveCalls.callNow.purpose")} hint={t(`people.messages.purposeHint.${purpose}`)}>
          <Select value={purpose} onChange={(event) => setPurpose(event.target.value as MessagePurpose)}>
            {(["service", "marketing"] as const).map((option) => (
              <option key={option} value={option}>
                {t(`people.messages.purposes.${option}`)}
              </option>
            ))}
          </Select>
        </Field>
        <GatePreview checks={checks} />
        {place.error && (
          <p role="alert" className="text-bad text-sm">
            {serverMessage(place.error) ?? t("liveCalls.callNow.failed")}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!script || place.isPending || check === undefined || check.ruling === "stop"}
          >
            <PhoneCall aria-hidden="true" />
            {t("liveCalls.callNow.call")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Has the voice agent call the person, as the gate allows. */
export const CallNow = ({ person, isLarge = false }: { person: PersonDetail; isLarge?: boolean }) => {
  const { t } = useTranslation();
  const mayCall = useMay("voice", "work");
  const [isOpen, setOpen] = useState(false);
  if (!mayCall) return null;
  return (
    <>
      <Button
        size={isLarge ? "md" : "sm"}
        disabled={!person.phone}
        onClick={() => setOpen(true)}
        {...(isLarge ? {} : { className: "max-sm:h-9 max-sm:w-full" })}
      >
        <PhoneCall aria-hidden="true" />
        {t("liveCalls.callNow.button")}
      </Button>
      {isOpen && <CallDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
};
