import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { deliveriesApi } from "#contract/deliveries.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { toast } from "#web/lib/toast.ts";
import { useWording } from "#web/lib/use-wording.ts";

export type MessagePurpose = "service" | "marketing";

/** Held by the person form, so that a draft survives a tab change. */
export type MessageDraft = {
  purpose: MessagePurpose;
  channel: Channel | undefined;
  /** Empty for own text. */
  template: string;
  subject: string;
  text: string;
};

export const emptyDraft: MessageDraft = {
  purpose: "service",
  channel: undefined,
  template: "",
  subject: "",
  text: "",
};

export const hasDraftText = (draft: MessageDraft | undefined): boolean =>
  draft !== undefined && (draft.text.trim() !== "" || draft.subject.trim() !== "");

const isSameRecipient = (
  key: readonly unknown[] | undefined,
  personId: string,
  purpose: MessagePurpose,
): boolean => key?.at(-3) === personId && key.at(-2) === purpose;

/** The gate's current result per channel, refetched on every change of the person or their messages. */
export const useChannelChecks = (personId: string, purpose: MessagePurpose, template: string) =>
  useQuery({
    queryKey: [...deliveriesApi.check.path.split("/"), personId, purpose, template],
    queryFn: () =>
      callApi(deliveriesApi.check, {
        params: { id: personId },
        body: { purpose, ...(template ? { template } : {}) },
      }),
    meta: { topics: deliveriesApi.check.topics },
    staleTime: 0,
    // Keep the previous result while another template is checked.
    placeholderData: (checks, previousQuery) =>
      isSameRecipient(previousQuery?.queryKey, personId, purpose) ? checks : undefined,
  });

type MessageInput = RequestOf<(typeof deliveriesApi)["send"]>["body"];

export const useSendMessage = (personId: string, onDone: () => void) => {
  const { t } = useTranslation();
  const wording = useWording();
  const send = useApiMutation(deliveriesApi.send);
  const submit = async (body: MessageInput, waits: boolean) => {
    try {
      const { status, reasons } = await send.mutateAsync({ params: { id: personId }, body });
      const [firstReason] = reasons;
      const reason = firstReason && reasonText(firstReason, wording).text;
      if (status === "blocked" || status === "failed")
        toast({
          title: t("error.title"),
          description: reason ?? t("people.messages.stopped"),
          variant: "destructive",
        });
      else
        toast({
          title: t("success.title"),
          description:
            status === "held" || waits
              ? (reason ?? t("people.messages.held"))
              : t("people.messages.onItsWay"),
        });
      onDone();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("people.messages.sendFailed"),
        variant: "destructive",
      });
    }
  };
  return { submit, busy: send.isPending };
};
