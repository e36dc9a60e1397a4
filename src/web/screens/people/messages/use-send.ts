import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deliveries } from "#contract/deliveries.ts";
import type { CallOf } from "#contract/endpoint.ts";
import { callApi, serverMessage, useCall } from "#web/lib/api.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { toast } from "#web/lib/toast.ts";
import { useWording } from "#web/lib/use-wording.ts";

export type Purpose = "service" | "marketing";

const isSame = (key: readonly unknown[] | undefined, personId: string, purpose: Purpose): boolean =>
  key?.at(-3) === personId && key.at(-2) === purpose;

/** What the gate would say to each channel; asked anew whenever the person or their messages change. */
export const useGate = (personId: string, purpose: Purpose, template: string) =>
  useQuery({
    queryKey: [...deliveries.check.path.split("/"), personId, purpose, template],
    queryFn: () =>
      callApi(deliveries.check, {
        params: { id: personId },
        body: { purpose, ...(template ? { template } : {}) },
      }),
    meta: { topics: deliveries.check.topics },
    staleTime: 0,
    // What another template would be told takes the place of this answer, not of the whole box.
    placeholderData: (answer, before) => (isSame(before?.queryKey, personId, purpose) ? answer : undefined),
  });

type Message = CallOf<(typeof deliveries)["send"]>["body"];

/** Sends by hand, and says what became of it. */
export const useSend = (personId: string, onDone: () => void) => {
  const { t } = useTranslation();
  const wording = useWording();
  const send = useCall(deliveries.send);
  const submit = async (body: Message, waits: boolean) => {
    try {
      const { status, reasons } = await send.mutateAsync({ params: { id: personId }, body });
      const [first] = reasons;
      const why = first && reasonText(first, wording).text;
      if (status === "blocked" || status === "failed")
        toast({
          title: t("error.title"),
          description: why ?? t("people.messages.stopped"),
          variant: "destructive",
        });
      else
        toast({
          title: t("success.title"),
          description:
            status === "held" || waits ? (why ?? t("people.messages.held")) : t("people.messages.onItsWay"),
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
