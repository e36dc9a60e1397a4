import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { DeleteEndpoint } from "./delete-endpoint.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { SendTestDialog } from "./send-test-dialog.tsx";

/** What is being done, and to which endpoint. */
export type Doing =
  | { kind: "create" }
  | { kind: "edit" | "duplicate" | "test" | "delete"; endpoint: IngestionEndpoint };

type EndpointDialogsProps = { doing: Doing | undefined; onClose: () => void; onDeleted?: () => void };

export const EndpointDialogs = ({ doing, onClose, onDeleted }: EndpointDialogsProps) => {
  if (!doing) return null;
  if (doing.kind === "create") return <EndpointDialog onClose={onClose} />;
  const { endpoint } = doing;
  const dialogs = {
    edit: <EndpointDialog endpoint={endpoint} onClose={onClose} />,
    duplicate: <EndpointDialog like={endpoint} onClose={onClose} />,
    test: <SendTestDialog endpoint={endpoint} onClose={onClose} />,
    delete: <DeleteEndpoint endpoint={endpoint} onClose={onClose} onDeleted={onDeleted} />,
  };
  return dialogs[doing.kind];
};
