import { useTranslation } from "react-i18next";
import { type Batch, batchesApi } from "#contract/batches.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { UndoPreview } from "./undo-preview.tsx";

type UndoDialogProps = {
  batch: Batch;
  /** What it did; the name of the file where it is left out. */
  title?: string;
  onClose: () => void;
};

/** Shows what an undo does and keeps before it starts. */
export const UndoDialog = ({ batch, title, onClose }: UndoDialogProps) => {
  const { t } = useTranslation();
  const undo = useApiMutation(batchesApi.undo);
  const start = async () => {
    try {
      await undo.mutateAsync({ params: { id: batch.id } });
      onClose();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("import.undo.failed"),
        variant: "destructive",
      });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("import.undo.title", { name: title ?? batch.name ?? t("import.unnamed") })}
      className="sm:max-w-md"
    >
      <div className="grid gap-4">
        <UndoPreview id={batch.id} isImport={batch.kind === "import"} />
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button variant="danger" disabled={undo.isPending} onClick={() => void start()}>
            {t(batch.kind === "import" ? "import.undo.start" : "people.batches.undoStart")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
