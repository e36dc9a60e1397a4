import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import { mentionedUsers, typedMention } from "#web/components/thread/mentions.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { GrowingText } from "./growing-text.tsx";
import { SuggestionList, useSuggestionKeys } from "./suggestion-list.tsx";

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type NoteEditorProps = {
  personId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  onClose: () => void;
};

/** Writes a note. It has its own endpoint and colour, so that it cannot be sent by mistake. */
export const NoteEditor = ({ personId, field, onTyping, onClose }: NoteEditorProps) => {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const [mention, setMention] = useState<string>();
  const caret = useRef(0);
  const { data } = useQuery(apiQuery(inboxApi.colleagues));
  const users = data?.users ?? [];
  const add = useApiMutation(inboxApi.addNote);

  const suggestions =
    mention === undefined
      ? []
      : users
          .filter(({ name }) => fold(name).includes(fold(mention)))
          .slice(0, 8)
          .map(({ id, name, isAway }) => ({
            id,
            label: name,
            ...(isAway ? { hint: t("inbox.assign.away") } : {}),
          }));
  const take = (id: string) => {
    const user = users.find((each) => each.id === id);
    if (!user || mention === undefined) return;
    const start = caret.current - mention.length - 1;
    setText(`${text.slice(0, start)}@${user.name} ${text.slice(caret.current)}`);
    setMention(undefined);
    field.current?.focus();
  };
  const keys = useSuggestionKeys(suggestions, take, () => setMention(undefined));

  const submit = () => {
    if (text.trim() === "" || add.isPending) return;
    add.mutate(
      { params: { id: personId }, body: { text: text.trim(), mentions: mentionedUsers(text, users) } },
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
    <div className="relative rounded-[10px] border border-edge bg-hover">
      {suggestions.length > 0 && (
        <SuggestionList
          id={listId}
          label={t("inbox.note.mention")}
          suggestions={suggestions}
          activeId={keys.activeId}
          onTake={take}
        />
      )}
      <p className="flex items-center gap-1.5 px-3 pt-2 font-[560] text-soft text-xs">
        <Lock aria-hidden="true" className="size-3.5" />
        {t("inbox.note.title")}
      </p>
      <GrowingText
        ref={field}
        value={text}
        autoFocus
        maxLength={10_000}
        aria-label={t("inbox.note.label")}
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={
          suggestions.length > 0 && keys.activeId ? `${listId}-${keys.activeId}` : undefined
        }
        placeholder={t("inbox.note.placeholder")}
        onChange={(event) => {
          setText(event.target.value);
          caret.current = event.target.selectionStart;
          setMention(typedMention(event.target.value, event.target.selectionStart));
          onTyping();
        }}
        onKeyDown={(event) => {
          if (keys.onKey(event)) return;
          if (event.key === "Escape") onClose();
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
        }}
      />
      <div className="flex items-center justify-end gap-2 px-2 pb-2">
        <Button size="sm" variant="ghost" className="h-9 sm:h-7" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          size="sm"
          className="h-9 sm:h-7"
          disabled={text.trim() === "" || add.isPending}
          onClick={submit}
        >
          <Lock aria-hidden="true" />
          {t("inbox.note.add")}
        </Button>
      </div>
    </div>
  );
};
