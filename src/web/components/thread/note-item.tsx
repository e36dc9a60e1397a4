import { Ellipsis, PencilLine, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay, useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { splitMentions } from "./mentions.ts";

type NoteEntry = Extract<ThreadItem, { kind: "note" }>;

const NoteForm = ({ note, onClose }: { note: NoteEntry; onClose: () => void }) => {
  const { t } = useTranslation();
  const [text, setText] = useState(note.text);
  const save = useApiMutation(inboxApi.changeNote);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { params: { id: note.id }, body: { text: text.trim() } },
      {
        onSuccess: onClose,
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: serverMessage(error) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  };
  return (
    <form onSubmit={submit} className="mt-1 grid gap-2">
      <Textarea
        rows={3}
        maxLength={10_000}
        value={text}
        aria-label={t("inbox.note.label")}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={text.trim() === "" || save.isPending}>
          {t("action.save")}
        </Button>
      </div>
    </form>
  );
};

/** A note over the full width, which only colleagues see. Its writer may change it. */
export const NoteItem = ({ note }: { note: NoteEntry }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const mayWrite = useMay("inbox", "work");
  const [mode, setMode] = useState<"show" | "edit" | "delete">("show");
  const remove = useApiMutation(inboxApi.removeNote);
  const name = note.user?.name ?? t("inbox.note.formerUser");
  const isOwn = mayWrite && note.user?.id === user.id;
  return (
    <div className="flex gap-2.5 self-stretch rounded-[10px] bg-hover px-3 py-2 text-sm">
      <Avatar name={name} className="mt-0.5 size-[22px] text-[9px]" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <b className="font-[560]">{name}</b>
          <span className="text-soft text-xs">
            {t("inbox.note.hint")} ·{" "}
            <time dateTime={note.at} title={format.dateTime(note.at)}>
              {format.time(note.at)}
            </time>
            {note.updatedAt !== note.at &&
              Date.parse(note.updatedAt) - Date.parse(note.at) > 1000 &&
              ` · ${t("inbox.note.edited")}`}
          </span>
        </p>
        {mode === "edit" ? (
          <NoteForm note={note} onClose={() => setMode("show")} />
        ) : (
          <p className="whitespace-pre-wrap break-words">
            {splitMentions(note.text, note.mentions).map(({ key, text, isMention }) =>
              isMention ? (
                <b key={key} className="font-[560] text-sea">
                  {text}
                </b>
              ) : (
                <span key={key}>{text}</span>
              ),
            )}
          </p>
        )}
      </div>
      {isOwn && mode !== "edit" && (
        <ActionMenu
          trigger={
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("inbox.note.actions")}
              className="size-7 max-sm:size-9"
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          }
          actions={[
            {
              id: "edit",
              label: t("action.edit"),
              icon: <PencilLine aria-hidden="true" />,
              run: () => setMode("edit"),
            },
            {
              id: "delete",
              label: t("inbox.note.delete"),
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              run: () => setMode("delete"),
            },
          ]}
        />
      )}
      {mode === "delete" && (
        <ConfirmDialog
          title={t("inbox.note.deleteTitle")}
          text={t("inbox.note.deleteText")}
          confirm={t("inbox.note.delete")}
          busy={remove.isPending}
          onCancel={() => setMode("show")}
          onConfirm={() =>
            remove.mutate(
              { params: { id: note.id } },
              {
                onSettled: () => setMode("show"),
                onError: (error) =>
                  toast({
                    title: t("error.title"),
                    description: serverMessage(error) ?? t("error.save"),
                    variant: "destructive",
                  }),
              },
            )
          }
        />
      )}
    </div>
  );
};
