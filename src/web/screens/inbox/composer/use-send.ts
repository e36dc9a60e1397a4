import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { RequestOf } from "#contract/api-route.ts";
import { inboxApi, missedItems } from "#contract/inbox.ts";
import { useCancelMessage } from "#web/components/thread/held-notice.tsx";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { toast } from "#web/lib/toast.ts";
import { useWording } from "#web/lib/use-wording.ts";

export type ReplyBody = RequestOf<(typeof inboxApi)["send"]>["body"];
type MissedItem = z.infer<typeof missedItems>[number];

/** A reply that was not sent, as something came before it. */
export type Crossing = { body: ReplyBody; missed: MissedItem[] };

const readMissed = (error: ApiError): MissedItem[] => {
  const details = error.problem && "details" in error.problem ? error.problem.details : undefined;
  const parsed = missedItems.safeParse(details);
  return parsed.success ? parsed.data : [];
};

type SendOptions = {
  personId: string;
  /** The message was accepted. */
  onSent: (body: ReplyBody) => void;
  /** It was taken back. */
  onUndone: (body: ReplyBody) => void;
};

/** Sends a reply. It can be taken back for some seconds, by the toast or in the conversation. */
export const useSend = ({ personId, onSent, onUndone }: SendOptions) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const send = useApiMutation(inboxApi.send);
  const cancelMessage = useCancelMessage();
  const [crossing, setCrossing] = useState<Crossing>();

  const unsent = useRef<{ content: string; id: string }>(undefined);

  /** The same for the same reply until it is accepted, so that pressing twice or trying again sends it once. */
  const idOf = (body: ReplyBody): string | undefined => {
    const content = JSON.stringify({ ...body, seenUpTo: null, anyway: false });
    // Only offered to pages that were loaded by HTTPS or from this machine.
    if (unsent.current?.content !== content && typeof crypto.randomUUID === "function")
      unsent.current = { content, id: crypto.randomUUID() };
    return unsent.current?.id;
  };

  const submit = async (body: ReplyBody): Promise<boolean> => {
    const ownId = idOf(body);
    try {
      const { id, status, reasons, notBefore, undoUntil } = await send.mutateAsync({
        params: { id: personId },
        body: { ...body, ...(ownId === undefined ? {} : { id: ownId }) },
      });
      unsent.current = undefined;
      setCrossing(undefined);
      onSent(body);
      const [reason] = reasons;
      if (status === "blocked" || status === "failed") {
        toast({
          title: t("inbox.send.stopped"),
          description: reason && reasonText(reason, wording).text,
          variant: "destructive",
        });
        return true;
      }
      const at = body.sendAt ?? (status === "held" ? notBefore : null);
      toast({
        title: at
          ? t("inbox.send.planned", { at: `${format.weekday(at)}, ${format.dayTime(at)}` })
          : t("inbox.send.leaving"),
        action: {
          label: t("inbox.undo"),
          run: async () => {
            if (await cancelMessage(id)) onUndone(body);
          },
        },
        ...(at ? {} : { actionUntil: Date.parse(undoUntil) }),
      });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.problem?.code === "answered_meanwhile")
        setCrossing({ body, missed: readMissed(error) });
      else
        toast({
          title: t("inbox.send.failed"),
          description: serverMessage(error) ?? t("inbox.send.failedText"),
          variant: "destructive",
        });
      return false;
    }
  };
  return { submit, busy: send.isPending, crossing, closeCrossing: () => setCrossing(undefined) };
};
