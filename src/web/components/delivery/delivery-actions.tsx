import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Delivery, deliveries } from "#contract/deliveries.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

const outcomes = ["sent", "failed"] as const;
type Outcome = (typeof outcomes)[number];

/** Takes back what still waits; says how a send of unknown outcome went. */
export const DeliveryActions = ({ delivery: { id, status } }: { delivery: Delivery }) => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const cancel = useCall(deliveries.cancel);
  const settle = useCall(deliveries.settle);
  const [asking, setAsking] = useState<Outcome | "cancel">();
  if (!mayChange || !["pending", "held", "unknown"].includes(status)) return null;

  const carryOut = async (what: Outcome | "cancel") => {
    try {
      if (what === "cancel") await cancel.mutateAsync({ params: { id } });
      else await settle.mutateAsync({ params: { id }, body: { outcome: what } });
      toast({ title: t("success.title"), description: t(`reasons.delivery.done.${what}`) });
    } catch (error) {
      const failed = t("reasons.delivery.failed");
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? failed,
        variant: "destructive",
      });
    }
    setAsking(undefined);
  };

  const offered = status === "unknown" ? outcomes : (["cancel"] as const);
  return (
    <span className="ml-auto flex flex-wrap gap-1.5">
      {offered.map((what) => (
        <Button key={what} size="sm" onClick={() => setAsking(what)}>
          {t(`reasons.delivery.action.${what}`)}
        </Button>
      ))}
      {asking && (
        <ConfirmDialog
          title={t(`reasons.delivery.ask.${asking}`)}
          text={t(`reasons.delivery.askText.${asking}`)}
          confirm={t(`reasons.delivery.action.${asking}`)}
          busy={cancel.isPending || settle.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => void carryOut(asking)}
        />
      )}
    </span>
  );
};
