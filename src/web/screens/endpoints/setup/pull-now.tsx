import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { ApiError, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** Reads the API or the mailbox without waiting for its time. */
export const PullNowButton = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const pull = useCall(endpoints.pullNow);
  const run = async () => {
    try {
      await pull.mutateAsync({ params: { id: endpoint.id } });
      toast({ title: t("success.title"), description: t("endpoints.setup.pulling") });
    } catch (error) {
      const failed = t("endpoints.setup.pullFailed");
      const isInactive = error instanceof ApiError && error.status === 409;
      const message = isInactive ? t("endpoints.inactive") : serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
  };
  return (
    <Button className="w-fit" disabled={pull.isPending} onClick={() => void run()}>
      <Download aria-hidden="true" />
      {t("endpoints.setup.pullNow")}
    </Button>
  );
};
