import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useBroadcastAction } from "./use-broadcast-action.ts";

type CancelDialogProps = { broadcast: Pick<BroadcastDetail, "id" | "name">; onClose: () => void };

/** Ending a broadcast for good is asked once more. */
export const CancelDialog = ({ broadcast: { id, name }, onClose }: CancelDialogProps) => {
  const { t } = useTranslation();
  const { run, isPending } = useBroadcastAction();
  return (
    <ConfirmDialog
      title={t("campaigns.cancel.title", { name })}
      text={t("campaigns.cancel.text")}
      confirm={t("campaigns.cancel.confirm")}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void run("cancel", id).then(onClose)}
    />
  );
};
