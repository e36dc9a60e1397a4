import { useCallback, useEffect, useRef, useState } from "react";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadDetail } from "#contract/threads.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { callApi } from "#web/lib/api.ts";
import { readStored, writeStored } from "#web/lib/local-storage.ts";
import { useUser } from "#web/lib/session.ts";

export type UnsentReply = {
  channel: Channel | null;
  /** The chosen address; the primary one where it is null. */
  addressId: string | null;
  subject: string;
  text: string;
  /** A template that is sent as it was approved, with its text for this person. */
  template: { name: string; text: string } | null;
};

export const emptyReply: UnsentReply = {
  channel: null,
  addressId: null,
  subject: "",
  text: "",
  template: null,
};

const saveDelayMs = 800;
/** By user: several may use one browser. */
const storageKeyOf = (userId: string, personId: string) => `inbox-draft:${userId}:${personId}`;

/** What could not be saved on the server is kept in the browser. */
const readLocal = (storageKey: string): UnsentReply | undefined => {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey) || "null");
    return stored !== null &&
      typeof stored === "object" &&
      "text" in stored &&
      typeof stored.text === "string"
      ? { ...emptyReply, ...(stored as Partial<UnsentReply>) }
      : undefined;
  } catch {
    return undefined;
  }
};

const isEmpty = ({ text, subject, template }: UnsentReply) =>
  text === "" && subject === "" && template === null;

/** The reply that is being written. It is saved on the server, and in the browser until that has worked. */
export const useDraft = (personId: string, saved: ThreadDetail["draft"], fileIds: readonly string[]) => {
  const storageKey = storageKeyOf(useUser().id, personId);
  const [draft, setDraft] = useState<UnsentReply>(
    () =>
      readLocal(storageKey) ??
      (saved
        ? { ...emptyReply, channel: saved.channel, subject: saved.subject ?? "", text: saved.text }
        : emptyReply),
  );
  const [isLocalOnly, setLocalOnly] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const savedFiles = useRef(fileIds.join());
  const saving = useRef<Promise<unknown>>(undefined);
  const newest = useRef({ draft, fileIds });
  newest.current.fileIds = fileIds;

  const save = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { draft: current, fileIds: files } = newest.current;
    const request = callApi(inboxApi.saveDraft, {
      params: { id: personId },
      body: {
        channel: current.channel,
        subject: current.subject || null,
        text: current.text,
        fileIds: [...files],
      },
    });
    saving.current = request;
    try {
      await request;
      writeStored(storageKey, "");
      setLocalOnly(false);
    } catch {
      setLocalOnly(!isEmpty(current));
    }
  }, [personId, storageKey]);

  const update = useCallback(
    (change: Partial<UnsentReply>) => {
      const next = { ...newest.current.draft, ...change };
      newest.current.draft = next;
      setDraft(next);
      writeStored(storageKey, isEmpty(next) ? "" : JSON.stringify(next));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveDelayMs);
    },
    [storageKey, save],
  );

  /** After a send the server has already deleted its copy. What was typed since the send stays. */
  const clear = useCallback(
    (sentText?: string) => {
      if (sentText !== undefined && newest.current.draft.text.trim() !== sentText) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      savedFiles.current = "";
      newest.current.draft = { ...emptyReply, channel: newest.current.draft.channel };
      setDraft(newest.current.draft);
      writeStored(storageKey, "");
      setLocalOnly(false);
    },
    [storageKey],
  );

  /** A save that arrives after the message was sent would bring its text back as a draft. */
  const finishSaving = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    await saving.current?.catch(() => {});
  }, []);

  // A file belongs to the draft as its text does.
  useEffect(() => {
    const now = fileIds.join();
    if (now === savedFiles.current) return;
    savedFiles.current = now;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), saveDelayMs);
  }, [fileIds, save]);

  useEffect(
    () => () => {
      if (timer.current !== undefined) void save();
    },
    [save],
  );

  return { draft, update, clear, finishSaving, isLocalOnly };
};
