import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";

const maxOverlapHours = 720;

type RotateUrlDialogProps = { endpoint: IngestionEndpoint; onClose: () => void };

/** A new address; the old one is let in for as long as senders need to change over. */
export const RotateUrlDialog = ({ endpoint, onClose }: RotateUrlDialogProps) => {
  const { t } = useTranslation();
  const rotate = useCall(endpoints.rotateUrl);
  const [typed, setTyped] = useState("24");
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  const hoursError = (hours: number): string | undefined => {
    if (typed.trim() === "" || !Number.isInteger(hours)) return t("validation.number");
    if (hours < 0) return t("validation.atLeast", { min: 0 });
    return hours > maxOverlapHours ? t("validation.atMost", { max: maxOverlapHours }) : undefined;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const overlapHours = Number(typed);
    const invalid = hoursError(overlapHours);
    setError(invalid);
    if (invalid) return;
    try {
      await rotate.mutateAsync({ params: { id: endpoint.id }, body: { overlapHours } });
      toast({ title: t("success.title"), description: t("endpoints.setup.rotated") });
      onClose();
    } catch (failure) {
      const failed = t("endpoints.setup.rotateFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      setRefusal(serverMessage(failure) ?? failed);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("endpoints.setup.rotateTitle")}
      description={t("endpoints.setup.rotateText")}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t("endpoints.setup.overlap")}
          hint={t("endpoints.setup.overlapHint")}
          error={error}
          required
        >
          <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {refusal && <FormAlert>{refusal}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={rotate.isPending}>
            {t("endpoints.setup.rotate")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
