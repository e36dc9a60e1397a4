import { useQuery } from "@tanstack/react-query";
import { Ear, Mic, PhoneForwarded, PhoneIncoming, PhoneOff, Send, Undo2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneApi } from "#contract/phone.ts";
import { type LiveCall, voiceApi } from "#contract/voice.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { isTransferred, liveName, shortLiveName } from "./call-state.ts";

/** Sends commands; a failure is shown as a toast. */
export const useCallCommand = () => {
  const { t } = useTranslation();
  const mutation = useApiMutation(voiceApi.command);
  const send = (id: string, command: CallCommand, onSent?: () => void) =>
    mutation.mutate(
      { params: { id }, body: command },
      {
        onSuccess: () => onSent?.(),
        onError: (failure) =>
          toast({
            title: t("liveCalls.commandFailed"),
            description: serverMessage(failure) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  return { send, isSending: mutation.isPending };
};

/** The process that holds the call acts on a command within a second; after this time it has not. */
const answerTimeoutMs = 5000;

/** Whether a command was sent whose effect is not seen yet. */
const useAwaitedOwner = (owner: LiveCall["owner"]) => {
  const [awaited, setAwaited] = useState<LiveCall["owner"]>();
  const isAwaiting = awaited !== undefined && awaited !== owner;
  useEffect(() => {
    if (!isAwaiting) return;
    const timer = setTimeout(() => setAwaited(undefined), answerTimeoutMs);
    return () => clearTimeout(timer);
  }, [isAwaiting]);
  return { isAwaiting, awaitOwner: setAwaited };
};

const TransferMenu = ({ call, onTransfer }: { call: LiveCall; onTransfer: (target?: number) => void }) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(phoneApi.settings));
  const targets = data?.transferTargets ?? [];
  if (data && targets.length === 0)
    return (
      <Button
        aria-disabled="true"
        aria-label={`${t("liveCalls.transfer")}: ${t("liveCalls.noTargets")}`}
        data-tooltip={t("liveCalls.noTargets")}
        className="aria-disabled:cursor-not-allowed aria-disabled:text-faint max-sm:w-9 max-sm:px-0"
      >
        <PhoneForwarded aria-hidden="true" />
        <span className="max-sm:hidden">{t("liveCalls.transfer")}</span>
      </Button>
    );
  return (
    <ActionMenu
      trigger={
        <Button
          aria-label={t("liveCalls.transferNamed", { name: liveName(call) })}
          className="max-sm:w-9 max-sm:px-0"
        >
          <PhoneForwarded aria-hidden="true" />
          <span className="max-sm:hidden">{t("liveCalls.transfer")}</span>
        </Button>
      }
      actions={[
        { id: "first", label: t("liveCalls.transferFirst"), run: () => onTransfer() },
        ...targets.map(({ label }, index) => ({
          id: `${index} ${label}`,
          label,
          run: () => onTransfer(index),
        })),
      ]}
    />
  );
};

/** Whisper and take over while the agent leads the call; speak and hand back after taking it over. */
const CallControls = ({ call }: { call: LiveCall }) => {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isHangingUp, setHangingUp] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { send, isSending } = useCallCommand();
  const { isAwaiting, awaitOwner } = useAwaitedOwner(call.owner);
  const isTaken = call.owner === "operator";
  const isAnswered = call.status !== "ringing";
  const name = shortLiveName(call);

  const takeOver = () => send(call.id, { kind: "take_over" }, () => awaitOwner("operator"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isSending) return;
    send(call.id, { kind: isTaken ? "say" : "whisper", text: text.trim() }, () => setText(""));
  };
  useShortcuts({
    w: () => field.current?.focus(),
    ...(isAnswered && !isTaken && !isAwaiting ? { t: takeOver } : {}),
  });
  const FieldIcon = isTaken ? Mic : Ear;
  const label = isTaken ? t("liveCalls.say", { name }) : t("liveCalls.whisper", { name });

  return (
    <div className="sticky bottom-0 z-10 grid gap-2 border-line border-t bg-panel px-4 py-3">
      {isTaken && <p className="text-sea text-xs">{t("liveCalls.takenText", { name })}</p>}
      <form onSubmit={submit} className="relative min-w-0">
        <FieldIcon
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
        />
        <Input
          ref={field}
          value={text}
          maxLength={isTaken ? 600 : 400}
          disabled={!isAnswered}
          placeholder={label}
          aria-label={label}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
          className="pr-11 pl-8.5"
        />
        {text.trim() === "" ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-2 right-2.5 max-sm:hidden pointer-coarse:hidden"
          >
            <Kbd>W</Kbd>
          </span>
        ) : (
          <Button
            type="submit"
            size="sm"
            variant="ghost"
            aria-label={t("liveCalls.send")}
            className="absolute top-0.5 right-0.5 w-8 px-0"
          >
            <Send aria-hidden="true" />
          </Button>
        )}
      </form>
      <div className="flex flex-wrap gap-2">
        {isTaken ? (
          <Button
            disabled={isAwaiting}
            onClick={() => send(call.id, { kind: "hand_back" }, () => awaitOwner("agent"))}
            className="max-sm:flex-1"
          >
            <Undo2 aria-hidden="true" />
            {t(isAwaiting ? "liveCalls.handingBack" : "liveCalls.handBack")}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={!isAnswered || isAwaiting}
            onClick={takeOver}
            className="max-sm:flex-1"
          >
            <PhoneIncoming aria-hidden="true" />
            {t(isAwaiting ? "liveCalls.takingOver" : "liveCalls.takeOver")}
            {!isAwaiting && (
              <Kbd className="border-on-sea/40 bg-transparent text-on-sea max-sm:hidden pointer-coarse:hidden">
                T
              </Kbd>
            )}
          </Button>
        )}
        {isAnswered && (
          <TransferMenu
            call={call}
            onTransfer={(target) =>
              send(call.id, target === undefined ? { kind: "transfer" } : { kind: "transfer", target }, () =>
                toast({ title: t("liveCalls.transferring", { name }) }),
              )
            }
          />
        )}
        {isAnswered && (
          <Button variant="danger" onClick={() => setHangingUp(true)} className="max-sm:flex-1 sm:ml-auto">
            <PhoneOff aria-hidden="true" />
            {t("liveCalls.hangUp")}
          </Button>
        )}
      </div>
      {isHangingUp && (
        <ConfirmDialog
          title={t("liveCalls.hangUpTitle", { name: liveName(call) })}
          text={t("liveCalls.hangUpText")}
          confirm={t("liveCalls.hangUp")}
          busy={isSending}
          onCancel={() => setHangingUp(false)}
          onConfirm={() => {
            send(call.id, { kind: "hang_up" });
            setHangingUp(false);
          }}
        />
      )}
    </div>
  );
};

export const LiveControls = ({ call }: { call: LiveCall }) => {
  const { t } = useTranslation();
  if (!isTransferred(call)) return <CallControls call={call} />;
  return <p className="border-line border-t px-4 py-3 text-sm text-soft">{t("liveCalls.transferredText")}</p>;
};
