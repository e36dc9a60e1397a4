import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type DeleteEndpointDialogProps = {
  endpoint: IngestionEndpoint;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

export const DeleteEndpointDialog = ({ endpoint, onClose, onDeleted }: DeleteEndpointDialogProps) => {
  const { t } = useTranslation();
  const remove = useCall(endpoints.remove);

  const confirmDelete = async () => {
    // Left first: what is on its way out is not read once more.
    onDeleted?.();
    try {
      await remove.mutateAsync({ params: { id: endpoint.id } });
      toast({ title: t("success.title"), description: t("endpoints.deleted") });
    } catch (error) {
      const failed = t("endpoints.deleteFailed");
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
    onClose();
  };

  return (
    <ConfirmDialog
      title={t("endpoints.confirmDelete")}
      text={t("endpoints.confirmText", { name: endpoint.name })}
      confirm={t("endpoints.confirmType")}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => void confirmDelete()}
    />
  );
};
