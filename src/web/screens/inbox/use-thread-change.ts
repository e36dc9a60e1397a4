import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadChange } from "#contract/threads.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { type ThreadBefore, undoChange } from "./undo-change.ts";

type NamedThread = ThreadBefore & { personId: string };

const describeAssignment = ({ ownerId, teamId }: Extract<ThreadChange, { kind: "assign" }>) => {
  if (teamId) return "inbox.done.assignTeam";
  if (teamId === null) return "inbox.done.noTeam";
  return ownerId === null ? "inbox.done.unassign" : "inbox.done.assign";
};

/** Changes the state of conversations. Each change can be undone by its toast. */
export const useThreadChange = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const one = useApiMutation(inboxApi.change);
  const many = useApiMutation(inboxApi.bulk);

  const showFailure = (error: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(error) ?? t("error.save"),
      variant: "destructive",
    });

  const describe = (change: ThreadChange, name: string): string => {
    switch (change.kind) {
      case "snooze":
        return change.until === null
          ? t("inbox.done.snoozeReply", { name })
          : t("inbox.done.snooze", { name, at: format.dayTime(change.until) });
      case "assign":
        return t(describeAssignment(change), { name });
      case "mute":
        return t(change.muted ? "inbox.done.mute" : "inbox.done.unmute", { name });
      case "read":
        return t(change.read ? "inbox.done.read" : "inbox.done.unread", { name });
      default:
        return t(`inbox.done.${change.kind}`, { name });
    }
  };

  const change = async (thread: NamedThread, name: string, wanted: ThreadChange, quiet = false) => {
    const params = { id: thread.personId };
    try {
      await one.mutateAsync({ params, body: wanted });
    } catch (error) {
      showFailure(error);
      return false;
    }
    if (!quiet)
      toast({
        title: describe(wanted, name),
        action: {
          label: t("inbox.undo"),
          run: () =>
            void one.mutateAsync({ params, body: undoChange(wanted, thread, Date.now()) }).catch(showFailure),
        },
      });
    return true;
  };

  /** The threads may differ in what they were before, so each group of equal ones is restored by itself. */
  const undoAll = async (threads: readonly NamedThread[], wanted: ThreadChange) => {
    const groups = new Map<string, { ids: string[]; undo: ThreadChange }>();
    for (const thread of threads) {
      const undo = undoChange(wanted, thread, Date.now());
      const group = groups.get(JSON.stringify(undo)) ?? { ids: [], undo };
      group.ids.push(thread.personId);
      groups.set(JSON.stringify(undo), group);
    }
    for (const { ids, undo } of groups.values()) await many.mutateAsync({ body: { ids, change: undo } });
  };

  const changeAll = async (threads: readonly NamedThread[], wanted: ThreadChange) => {
    try {
      const { changed } = await many.mutateAsync({
        body: { ids: threads.map(({ personId }) => personId), change: wanted },
      });
      toast({
        title: t("inbox.bulk.done", { count: changed }),
        action: { label: t("inbox.undo"), run: () => void undoAll(threads, wanted).catch(showFailure) },
      });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };

  return { change, changeAll, busy: one.isPending || many.isPending };
};
