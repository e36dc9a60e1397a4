import { useState } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { partAudience } from "#domain/broadcasts/follow-up.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";

type SegmentDialogProps = {
  broadcastId: string;
  title: string;
  part: Parameters<typeof partAudience>[1];
  onClose: () => void;
};

/** The name of a segment of people of a broadcast. Segments are shared. */
export const SegmentDialog = ({ broadcastId, title, part, onClose }: SegmentDialogProps) => {
  const { t } = useTranslation();
  const create = useApiMutation(viewsApi.create);
  const [name, setName] = useState(title);
  const [error, setError] = useState<string>();
  const save = async () => {
    try {
      const audience = partAudience(broadcastId, part);
      const view = await create.mutateAsync({ body: { kind: "segment", name: name.trim(), audience } });
      toast({ title: t("people.views.saved", { name: view.name }) });
      onClose();
    } catch (failure) {
      setError(serverMessage(failure) ?? t("error.save"));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("campaigns.segment.save")}
      description={t("campaigns.segment.text")}
      className="sm:max-w-md"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && <FormAlert>{error}</FormAlert>}
        <Field label={t("campaigns.segment.name")} required>
          <Input
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={create.isPending || name.trim() === ""}>
            {t("action.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
