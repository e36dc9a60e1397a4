import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadDetail, ThreadItem } from "#contract/threads.ts";
import { addressKindOf, type Channel } from "#domain/channels/channel.ts";
import { replySubject } from "#domain/messages/reply-subject.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { toast } from "#web/lib/toast.ts";
import { chooseChannel, replyChannels } from "#web/screens/inbox/channel-answers.ts";
import { SuggestionPanel, useSuggestion } from "#web/screens/inbox/suggestion-panel.tsx";
import { shortenName } from "#web/screens/inbox/thread-name.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ApprovedTemplate } from "./approved-template.tsx";
import { ChannelStrip } from "./channel-strip.tsx";
import { ComposeTools } from "./compose-tools.tsx";
import { CrossingPanel } from "./crossing-panel.tsx";
import { EditMenu } from "./edit-menu.tsx";
import { FileChips } from "./file-chips.tsx";
import { GrowingText } from "./growing-text.tsx";
import { NoteEditor } from "./note-editor.tsx";
import { estimatePrice } from "./price-estimate.ts";
import { RecipientBar } from "./recipient-bar.tsx";
import { SendControls } from "./send-controls.tsx";
import { StoppedPanel } from "./stopped-panel.tsx";
import { SuggestionList, useSuggestionKeys } from "./suggestion-list.tsx";
import { UnlessAnsweredChip } from "./unless-answered-chip.tsx";
import { useReplyChecks } from "./use-channel-checks.ts";
import { useDraft } from "./use-draft.ts";
import { type DraftFile, useFiles } from "./use-files.ts";
import { useReplyTexts } from "./use-reply-texts.ts";
import { type ReplyBody, useSend } from "./use-send.ts";

/** What was typed after a slash at the beginning: a search for saved replies. */
const typedSlash = (text: string): string | undefined => /^\/([^\n]{0,60})$/.exec(text)?.[1];

/** What the server uses where the writer leaves the subject blank. */
const findAnswerSubject = (items: readonly ThreadItem[]): string | null => {
  const email = items.findLast(
    (item) =>
      (item.kind === "inbound" && item.channel === "email") ||
      (item.kind === "outbound" && item.delivery.channel === "email" && item.delivery.text !== null),
  );
  return email && "subject" in email && email.subject ? replySubject(email.subject) : null;
};

export type RestoredReply = { text: string; subject: string; files: readonly DraftFile[] };

type ComposerProps = {
  name: string;
  detail: ThreadDetail;
  items: readonly ThreadItem[];
  field: RefObject<HTMLTextAreaElement | null>;
  mode: "reply" | "note";
  onMode: (mode: "reply" | "note") => void;
  onTyping: () => void;
  onSentAndClose: () => void;
  /** A message that was taken back from the conversation, to be changed. */
  restored: RestoredReply | undefined;
};

export const Composer = (props: ComposerProps) => {
  const { name, detail, items, field, mode, onMode, onTyping, onSentAndClose, restored } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const listId = useId();
  const { personId, lastInboundChannel, whatsappUntil } = detail.thread;
  const {
    files,
    add,
    remove,
    clear: clearFiles,
    restore: restoreFiles,
    ids: fileIds,
    isUploading,
  } = useFiles(personId, detail.draft?.files ?? []);
  const { draft, update, clear, finishSaving, isLocalOnly } = useDraft(personId, detail.draft, fileIds);
  const [unlessAnswered, setUnlessAnswered] = useState(false);
  const [asksForText, setAsksForText] = useState(false);
  const [isDropTarget, setDropTarget] = useState(false);
  const closesAfter = useRef(false);
  const sentFiles = useRef<DraftFile[]>([]);
  const [usedSuggestion, setUsedSuggestion] = useState<string>();
  // What the writer has seen is fixed by the last key: what comes later may be new to them.
  const seenUpTo = useRef(detail.newestItem);

  const [applied, setApplied] = useState(restored);
  if (restored !== applied) {
    setApplied(restored);
    if (restored) {
      update({ text: restored.text, subject: restored.subject, template: null });
      restoreFiles(restored.files);
    }
  }

  const suggested = useSuggestion(personId, (text, id) => {
    seenUpTo.current = detail.newestItem;
    setUsedSuggestion(id);
    update({ text, template: null });
    field.current?.focus();
  });
  const checks = useReplyChecks(personId, draft.template?.name);
  const channel = checks.data && chooseChannel(checks.data, draft.channel, lastInboundChannel);
  const check = checks.data?.find((each) => each.channel === channel);
  const canChoose = (wanted: Channel) =>
    checks.data?.some((each) => each.channel === wanted && each.ruling !== "stop") ?? false;
  const chooseByKey = (wanted: Channel) => canChoose(wanted) && update({ channel: wanted, addressId: null });
  useShortcuts(
    Object.fromEntries(replyChannels.map((each, index) => [String(index + 1), () => void chooseByKey(each)])),
  );

  const { submit, busy, crossing, closeCrossing } = useSend({
    personId,
    onSent: ({ text, template }) => {
      clear(template === undefined ? (text ?? "") : undefined);
      clearFiles();
      setUnlessAnswered(false);
      setUsedSuggestion(undefined);
      if (closesAfter.current) onSentAndClose();
    },
    onUndone: (body) => {
      restoreFiles(sentFiles.current.filter(({ id }) => body.fileIds?.includes(id)));
      update({
        text: body.text ?? "",
        subject: body.subject ?? "",
        channel: body.channel,
        addressId: body.addressId ?? null,
      });
    },
  });

  const slash = typedSlash(draft.text) ?? (asksForText ? "" : undefined);
  const needsApproved = checks.data?.some((each) => each.channel === "whatsapp" && each.ruling === "stop");
  const { suggestions, find } = useReplyTexts(personId, channel, slash, needsApproved ?? false);
  const takeText = (id: string) => {
    setAsksForText(false);
    const chosen = find(id);
    if (!chosen) return;
    const isSlash = typedSlash(draft.text) !== undefined;
    if (chosen.isApproved)
      update({
        template: { name: chosen.name, text: chosen.text },
        channel: "whatsapp",
        text: isSlash ? "" : draft.text,
      });
    else
      update({
        text: isSlash || draft.text === "" ? chosen.text : `${draft.text}\n${chosen.text}`,
        ...(chosen.subject ? { subject: chosen.subject } : {}),
      });
    if (chosen.missing.length > 0)
      toast({ title: t("inbox.texts.missing", { fields: chosen.missing.join(", ") }) });
    field.current?.focus();
  };
  const keys = useSuggestionKeys(suggestions, takeText, () => {
    setAsksForText(false);
    if (typedSlash(draft.text) !== undefined) update({ text: "" });
  });

  const addresses = channel
    ? detail.addresses.filter(({ kind, isOptedOut }) => kind === addressKindOf(channel) && !isOptedOut)
    : [];
  const address =
    addresses.find(({ id }) => id === draft.addressId) ??
    addresses.find(({ isPrimary }) => isPrimary) ??
    addresses[0];
  const { segments } = countSegments(draft.text);
  const price = channel && draft.text.trim() !== "" ? estimatePrice(items, channel, segments) : undefined;
  const isReady =
    channel !== undefined &&
    !busy &&
    !isUploading &&
    slash === undefined &&
    (draft.template !== null || draft.text.trim() !== "" || fileIds.length > 0);

  const send = async ({ sendAt, closes = false }: { sendAt?: string; closes?: boolean }) => {
    if (!channel || !isReady) return;
    closesAfter.current = closes;
    sentFiles.current = files.flatMap(({ id, filename, size }) => (id ? [{ id, filename, size }] : []));
    const body: ReplyBody = {
      channel,
      ...(draft.addressId && address ? { addressId: address.id } : {}),
      ...(draft.template
        ? { template: draft.template.name }
        : draft.text.trim() === ""
          ? {}
          : { text: draft.text.trim() }),
      ...(channel === "email" && draft.subject.trim() ? { subject: draft.subject.trim() } : {}),
      ...(fileIds.length > 0 ? { fileIds } : {}),
      seenUpTo: seenUpTo.current,
      ...(sendAt ? { sendAt } : {}),
      ...(unlessAnswered ? { unlessAnswered } : {}),
      ...(usedSuggestion && !draft.template ? { suggestionId: usedSuggestion } : {}),
    };
    await finishSaving();
    await submit(body);
  };

  const firstName = shortenName(name.split(" ")[0] ?? name);
  const isStopped = checks.data !== undefined && channel === undefined;
  const sendLabel =
    check?.ruling === "wait" && check.until
      ? t("inbox.send.whenOpen", { at: format.weekdayTime(check.until) })
      : t(channel === "call" || channel === "voice_agent" ? "inbox.send.call" : "inbox.send.now");

  if (mode === "note")
    return (
      <ComposerFrame>
        <NoteEditor personId={personId} field={field} onTyping={onTyping} onClose={() => onMode("reply")} />
      </ComposerFrame>
    );
  if (checks.error && !checks.data)
    return (
      <ComposerFrame>
        <ErrorCard
          title={t("people.messages.checkFailed")}
          detail={serverMessage(checks.error)}
          onRetry={() => void checks.refetch()}
        />
      </ComposerFrame>
    );
  return (
    <ComposerFrame>
      {crossing && (
        <CrossingPanel
          crossing={crossing}
          busy={busy}
          onEdit={() => {
            seenUpTo.current = detail.newestItem;
            closeCrossing();
            field.current?.focus();
          }}
          onSend={() => void submit({ ...crossing.body, anyway: true })}
          onDiscard={() => {
            clear();
            update({ text: "", subject: "", template: null });
            closeCrossing();
          }}
        />
      )}
      {isStopped && !asksForText ? (
        <StoppedPanel
          checks={checks.data ?? []}
          onNote={() => onMode("note")}
          onTemplates={() => setAsksForText(true)}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped; the button does the same
        <div
          className="relative"
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setDropTarget(true);
          }}
          onDragLeave={() => setDropTarget(false)}
          onDrop={(event) => {
            setDropTarget(false);
            if (event.dataTransfer.files.length === 0) return;
            event.preventDefault();
            add(event.dataTransfer.files);
          }}
        >
          {slash !== undefined && (
            <SuggestionList
              id={listId}
              label={t("inbox.texts.label")}
              suggestions={suggestions}
              activeId={keys.activeId}
              empty={t("inbox.texts.empty")}
              onTake={takeText}
            />
          )}
          <SuggestionPanel {...suggested} channel={channel} hasInbound={lastInboundChannel !== null} />
          <ChannelStrip
            checks={checks.data}
            value={channel}
            whatsappUntil={whatsappUntil}
            onChange={(next) => update({ channel: next, addressId: null })}
          />
          <div
            className={cn(
              "rounded-b-[10px] border border-edge bg-panel focus-within:border-sea",
              isDropTarget && "border-sea bg-sea-tint",
            )}
          >
            <RecipientBar
              subject={channel === "email" ? draft.subject : undefined}
              subjectOfAnswer={findAnswerSubject(items)}
              onSubject={(subject) => update({ subject })}
              addresses={addresses}
              addressId={address?.id}
              onAddress={(addressId) => update({ addressId })}
            />
            {draft.template ? (
              <ApprovedTemplate {...draft.template} onRemove={() => update({ template: null })} />
            ) : (
              <GrowingText
                ref={field}
                value={draft.text}
                maxLength={10_000}
                aria-label={t("inbox.compose.label", { name })}
                aria-controls={slash === undefined ? undefined : listId}
                aria-activedescendant={
                  keys.activeId && slash !== undefined ? `${listId}-${keys.activeId}` : undefined
                }
                placeholder={
                  channel
                    ? t("inbox.compose.placeholder", {
                        name: firstName,
                        channel: t(`inbox.channel.${channel}`),
                      })
                    : t("inbox.compose.label", { name: shortenName(name) })
                }
                onChange={(event) => {
                  seenUpTo.current = detail.newestItem;
                  update({ text: event.target.value });
                  onTyping();
                }}
                onFocus={() => {
                  if (draft.text === "") seenUpTo.current = detail.newestItem;
                }}
                onPaste={(event) => {
                  if (event.clipboardData.files.length === 0) return;
                  event.preventDefault();
                  add(event.clipboardData.files);
                }}
                onKeyDown={(event) => {
                  if (slash !== undefined && keys.onKey(event)) return;
                  if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
                    event.preventDefault();
                    void send({});
                  } else if (
                    event.key === "Tab" &&
                    !event.shiftKey &&
                    draft.text === "" &&
                    suggested.suggestion
                  ) {
                    event.preventDefault();
                    suggested.use();
                  } else if (event.key === "Escape") event.currentTarget.blur();
                }}
              />
            )}
            <FileChips files={files} onRemove={remove} />
            <div className="flex flex-wrap items-center gap-1 px-2 pt-1 pb-2">
              <ComposeTools
                isPickerOpen={slash !== undefined}
                onFiles={add}
                onNote={() => onMode("note")}
                onPicker={() => {
                  setAsksForText(!asksForText);
                  field.current?.focus();
                }}
              />
              {!draft.template && (
                <EditMenu personId={personId} text={draft.text} onText={(text) => update({ text })} />
              )}
              {isLocalOnly && <span className="text-warn text-xs">{t("inbox.compose.local")}</span>}
              <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
                {unlessAnswered && <UnlessAnsweredChip onRemove={() => setUnlessAnswered(false)} />}
                {channel === "sms" && draft.text !== "" && slash === undefined && (
                  <span className="text-faint text-xs tabular-nums max-sm:hidden">
                    {t("inbox.compose.parts", { count: segments })}
                  </span>
                )}
                {price !== undefined && (
                  <span className="text-faint text-xs tabular-nums max-sm:hidden">
                    {t("inbox.compose.about", { price: formatDollars(price, format.numberLocale) })}
                  </span>
                )}
                <SendControls
                  label={sendLabel}
                  isReady={isReady}
                  unlessAnswered={unlessAnswered}
                  onUnlessAnswered={setUnlessAnswered}
                  onSend={(options) => void send(options)}
                />
              </span>
            </div>
          </div>
        </div>
      )}
    </ComposerFrame>
  );
};

/** The docked bar at the end of the conversation; the suggested answer has its place above the channels. */
const ComposerFrame = ({ children }: { children: ReactNode }) => (
  <div data-docked className="shrink-0 border-line border-t bg-bg px-5 py-3 max-sm:px-3">
    {children}
  </div>
);
