import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { consentsApi } from "#contract/consents.ts";
import type { Person } from "#contract/people.ts";
import { consentChannels } from "#domain/channels/channel.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const minProofLength = 3;

/** Records a consent or refusal with its proof. */
export const RecordConsentDialog = ({ personId, onClose }: { personId: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const record = useApiMutation(consentsApi.recordConsent);
  const [channel, setChannel] = useState<(typeof consentChannels)[number]>("sms");
  const [purpose, setPurpose] = useState<"marketing" | "service">("marketing");
  const [state, setState] = useState<"granted" | "denied">("granted");
  const [written, setWritten] = useState(false);
  const [proof, setProof] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const isTooShort = proof.trim().length < minProofLength;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog is rendered inside the person's form, which must not submit.
    event.stopPropagation();
    setSubmitted(true);
    if (isTooShort) return;
    try {
      await record.mutateAsync({
        params: { id: personId },
        body: { channel, purpose, state, written: state === "granted" && written, proof: proof.trim() },
      });
      toast({ title: t("success.title"), description: t("people.ledger.recorded") });
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
    <FormDialog title={t("people.ledger.record")} dirty={proof.trim() !== ""} onClose={onClose}>
      {(cancel) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("people.ledger.channel")}>
              <Select value={channel} onChange={({ target }) => setChannel(target.value as typeof channel)}>
                {consentChannels.map((option) => (
                  <option key={option} value={option}>
                    {t(`people.consent.${option}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("people.ledger.purpose")}>
              <Select value={purpose} onChange={({ target }) => setPurpose(target.value as typeof purpose)}>
                {(["marketing", "service"] as const).map((option) => (
                  <option key={option} value={option}>
                    {t(`compliance.ledger.purpose.${option}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Field label={t("people.ledger.answer")}>
            <Select value={state} onChange={({ target }) => setState(target.value as typeof state)}>
              {(["granted", "denied"] as const).map((option) => (
                <option key={option} value={option}>
                  {t(`people.ledger.answers.${option}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t("people.ledger.proof")}
            required
            hint={t("people.ledger.proofHint")}
            error={submitted && isTooShort ? t("validation.tooShort", { min: minProofLength }) : undefined}
          >
            <Textarea
              rows={4}
              maxLength={4000}
              value={proof}
              onChange={(event) => setProof(event.target.value)}
            />
          </Field>
          {state === "granted" && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button, which a label may contain
            <label className="flex w-fit items-center gap-2.5 text-sm">
              <Checkbox checked={written} onCheckedChange={(on) => setWritten(on === true)} />
              {t("people.ledger.inWriting")}
            </label>
          )}
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={record.isPending}>
              {record.isPending ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};

/** Opting out needs no reason, opting in again does. */
const minReasonLength = { out: 0, in: 10 } as const;

type OptOutDialogProps = { person: Person; direction: "out" | "in"; onClose: () => void };

/** Opts a person out of all channels, or in again. */
export const OptOutDialog = ({ person, direction, onClose }: OptOutDialogProps) => {
  const { t } = useTranslation();
  const optOut = useApiMutation(consentsApi.optOut);
  const optIn = useApiMutation(consentsApi.optIn);
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const minLength = minReasonLength[direction];
  const isTooShort = reason.trim().length < minLength;
  const busy = optOut.isPending || optIn.isPending;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog is rendered inside the person's form, which must not submit.
    event.stopPropagation();
    setSubmitted(true);
    if (isTooShort) return;
    const input = { params: { id: person.id }, body: { reason: reason.trim() } };
    try {
      await (direction === "out" ? optOut : optIn).mutateAsync(input);
      toast({ title: t("success.title"), description: t(`people.ledger.done.${direction}`) });
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
      title={t(`people.ledger.ask.${direction}`, { name: personName(person, t("people.unnamed")) })}
      dirty={reason.trim() !== ""}
      onClose={onClose}
      className="sm:max-w-md"
    >
      {(cancel) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <p className="text-sm text-soft">{t(`people.ledger.askText.${direction}`)}</p>
          <Field
            label={t("people.ledger.reason")}
            required={minLength > 0}
            error={submitted && isTooShort ? t("validation.tooShort", { min: minLength }) : undefined}
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
            <Button type="submit" variant={direction === "out" ? "danger" : "primary"} disabled={busy}>
              {t(direction === "out" ? "people.ledger.optOut" : "people.ledger.optIn")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
