import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { useDelete } from "#web/components/deletion/use-delete.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { SendTestDialog } from "./send-test-dialog.tsx";

type DeleteEndpointDialogProps = {
  endpoint: IngestionEndpoint;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

const DeleteEndpointDialog = ({ endpoint, onClose, onDeleted }: DeleteEndpointDialogProps) => {
  const { t } = useTranslation();
  const { deleteById } = useDelete(endpointsApi.remove, {
    deleted: t("endpoints.deleted"),
    failed: t("endpoints.deleteFailed"),
  });

  const confirmDelete = () => {
    // Leave before deleting, so that the deleted endpoint is not refetched.
    onDeleted?.();
    onClose();
    void deleteById(endpoint.id);
  };

  return (
    <ConfirmDialog
      title={t("endpoints.confirmDelete")}
      text={t("endpoints.confirmText", { name: endpoint.name })}
      confirm={t("endpoints.confirmType")}
      onCancel={onClose}
      onConfirm={confirmDelete}
    />
  );
};

export type EndpointAction =
  | { kind: "create" }
  | { kind: "edit" | "duplicate" | "test" | "delete"; endpoint: IngestionEndpoint };

type EndpointDialogsProps = {
  action: EndpointAction | undefined;
  onClose: () => void;
  onDeleted?: () => void;
};

export const EndpointDialogs = ({ action, onClose, onDeleted }: EndpointDialogsProps) => {
  if (!action) return null;
  if (action.kind === "create") return <EndpointDialog onClose={onClose} />;
  const { endpoint } = action;
  const dialogs = {
    edit: <EndpointDialog endpoint={endpoint} onClose={onClose} />,
    duplicate: <EndpointDialog copyFrom={endpoint} onClose={onClose} />,
    test: <SendTestDialog endpoint={endpoint} onClose={onClose} />,
    delete: <DeleteEndpointDialog endpoint={endpoint} onClose={onClose} onDeleted={onDeleted} />,
  };
  return dialogs[action.kind];
};
