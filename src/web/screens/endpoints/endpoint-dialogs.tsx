import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { DeleteEndpointDialog } from "./delete-endpoint.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { SendTestDialog } from "./send-test-dialog.tsx";

/** What is being done, and to which endpoint. */
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
    duplicate: <EndpointDialog copyOf={endpoint} onClose={onClose} />,
    test: <SendTestDialog endpoint={endpoint} onClose={onClose} />,
    delete: <DeleteEndpointDialog endpoint={endpoint} onClose={onClose} onDeleted={onDeleted} />,
  };
  return dialogs[action.kind];
};
