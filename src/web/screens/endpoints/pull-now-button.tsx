import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { readsApi } from "#domain/ingestion/secret-destinations.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** Whether there is anything to read: the URL of an API, or a mailbox. */
const isReadable = (endpoint: IngestionEndpoint): boolean =>
  endpoint.type === "email"
    ? endpoint.settings.mailbox !== null
    : readsApi(endpoint) && endpoint.endpointUrl !== null;

/** Nothing for an endpoint that only receives, and for users who may not change it. */
export const PullNowButton = ({
  endpoint,
  small = false,
}: {
  endpoint: IngestionEndpoint;
  small?: boolean;
}) => {
  const { t } = useTranslation();
  const mayChange = useMay("endpoints", "work");
  const pull = useApiMutation(endpointsApi.pullNow);
  if (!mayChange || !isReadable(endpoint)) return null;
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
    <Button
      {...(small ? { size: "sm" } : {})}
      className="w-fit"
      disabled={pull.isPending}
      aria-label={`${t("endpoints.setup.pullNow")}: ${endpoint.name}`}
      onClick={() => void run()}
    >
      <Download aria-hidden="true" />
      {t("endpoints.setup.pullNow")}
    </Button>
  );
};
