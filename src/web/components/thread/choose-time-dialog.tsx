import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { fromWallClock, toWallClock } from "#web/lib/zoned-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZone } from "./use-zone.ts";

type ChooseTimeDialogProps = {
  title: string;
  /** Label of the button. */
  confirm: string;
  /** The instant that it offers first. */
  initial: string;
  onChoose: (instant: string) => void;
  onClose: () => void;
};

/** Asks for a time in the future, in the workspace's time zone. */
export const ChooseTimeDialog = ({ title, confirm, initial, onChoose, onClose }: ChooseTimeDialogProps) => {
  const { t } = useTranslation();
  const zone = useZone();
  const [wallClock, setWallClock] = useState(() => toWallClock(initial, zone));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const instant = fromWallClock(wallClock, zone);
    if (instant === undefined || Date.parse(instant) <= Date.now()) {
      setError(t("inbox.time.past"));
      return;
    }
    onClose();
    onChoose(instant);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} className="sm:max-w-sm">
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t("inbox.time.label")} hint={t("inbox.time.hint", { zone })} error={error} required>
          <Input
            type="datetime-local"
            value={wallClock}
            min={toWallClock(new Date().toISOString(), zone)}
            onChange={(event) => {
              setWallClock(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary">
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
