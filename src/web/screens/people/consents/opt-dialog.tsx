import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ledgers } from "#contract/ledgers.ts";
import type { Person } from "#contract/people.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** Silence may be asked for without a word; to end it takes a reason. */
const leastReason = { out: 0, in: 10 } as const;

type OptDialogProps = { person: Person; way: "out" | "in"; onClose: () => void };

/** Opts somebody out of everything, or in again, after asking. */
export const OptDialog = ({ person, way, onClose }: OptDialogProps) => {
  const { t } = useTranslation();
  const optOut = useCall(ledgers.optOut);
  const optIn = useCall(ledgers.optIn);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const least = leastReason[way];
  const isShort = reason.trim().length < least;
  const busy = optOut.isPending || optIn.isPending;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The person's own form lies around this one.
    event.stopPropagation();
    setTried(true);
    if (isShort) return;
    const input = { params: { id: person.id }, body: { reason: reason.trim() } };
    try {
      await (way === "out" ? optOut : optIn).mutateAsync(input);
      toast({ title: t("success.title"), description: t(`people.ledger.done.${way}`) });
      onClose();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("people.ledger.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <FormDialog
      title={t(`people.ledger.ask.${way}`, { name: personName(person, t("people.unnamed")) })}
      dirty={reason.trim() !== ""}
      onClose={onClose}
      className="sm:max-w-md"
    >
      {(cancel) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <p className="text-sm text-soft">{t(`people.ledger.askText.${way}`)}</p>
          <Field
            label={t("people.ledger.reason")}
            required={least > 0}
            error={tried && isShort ? t("validation.tooShort", { min: least }) : undefined}
          >
            <Textarea
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant={way === "out" ? "danger" : "primary"} disabled={busy}>
              {t(way === "out" ? "people.ledger.optOut" : "people.ledger.optIn")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
