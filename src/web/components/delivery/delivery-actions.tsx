import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type DeliveryRecord, deliveriesApi } from "#contract/deliveries.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

const outcomes = ["sent", "failed"] as const;
type Outcome = (typeof outcomes)[number];

/** Cancels a waiting delivery, or records the outcome of one whose outcome is unknown. */
export const DeliveryActions = ({ delivery: { id, status } }: { delivery: DeliveryRecord }) => {
  const { t } = useTranslation();
  const mayChange = useMay("inbox", "work");
  const cancel = useApiMutation(deliveriesApi.cancel);
  const recordOutcome = useApiMutation(deliveriesApi.settle);
  const [confirming, setConfirming] = useState<Outcome | "cancel">();
  if (!mayChange || !["pending", "held", "unknown"].includes(status)) return null;

  const perform = async (action: Outcome | "cancel") => {
    try {
      if (action === "cancel") await cancel.mutateAsync({ params: { id } });
      else await recordOutcome.mutateAsync({ params: { id }, body: { outcome: action } });
      toast({ title: t("success.title"), description: t(`reasons.delivery.done.${action}`) });
    } catch (error) {
      const failed = t("reasons.delivery.failed");
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? failed,
        variant: "destructive",
      });
    }
    setConfirming(undefined);
  };

  const actions = status === "unknown" ? outcomes : (["cancel"] as const);
  return (
    <span className="ml-auto flex flex-wrap gap-1.5">
      {actions.map((action) => (
        <Button key={action} size="sm" onClick={() => setConfirming(action)}>
          {t(`reasons.delivery.action.${action}`)}
        </Button>
      ))}
      {confirming && (
        <ConfirmDialog
          title={t(`reasons.delivery.ask.${confirming}`)}
          text={t(`reasons.delivery.askText.${confirming}`)}
          confirm={t(`reasons.delivery.action.${confirming}`)}
          busy={cancel.isPending || recordOutcome.isPending}
          onCancel={() => setConfirming(undefined)}
          onConfirm={() => void perform(confirming)}
        />
      )}
    </span>
  );
};
