import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonSignalView, personPageApi } from "#contract/person-page.ts";
import { type CorrectableSignal, correctableSignals } from "#domain/reading/corrected-reading.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { TokenField } from "#web/components/audience/token-field.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useSignalText } from "./signal-text.ts";

type SavedSignals = readonly CorrectableSignal[] | null;
type CorrectSignalsDialogProps = { personId: string; signal: PersonSignalView; onClose: () => void };

const toCorrectable = (signals: readonly string[]): CorrectableSignal[] =>
  correctableSignals.filter((each) => signals.includes(each));

/** Saves what a message says. The toast names how the scores moved and takes the correction back. */
const useCorrection = (personId: string, eventId: string) => {
  const { t } = useTranslation();
  const correct = useApiMutation(personPageApi.correctSignals);
  const save = async (signals: SavedSignals, before?: SavedSignals): Promise<boolean> => {
    try {
      const scores = await correct.mutateAsync({
        params: { id: personId, eventId },
        body: { signals: signals && [...signals] },
      });
      const moved = scoreNames.flatMap((name) => {
        const [from, to] = [scores.before?.[name], scores.after[name]];
        return from === undefined || from === to ? [] : [`${t(`personPage.score.${name}`)} ${from} → ${to}`];
      });
      toast({
        title: t(before === undefined ? "personPage.correct.undone" : "personPage.correct.saved"),
        description: moved.join(" · ") || t("personPage.correct.unmoved"),
        action:
          before === undefined ? undefined : { label: t("people.edit.undo"), run: () => void save(before) },
      });
      return true;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("error.save"),
        variant: "destructive",
      });
      return false;
    }
  };
  return { save, isPending: correct.isPending };
};

/** What a message says, in place of what was read in it. */
export const CorrectSignalsDialog = ({ personId, signal, onClose }: CorrectSignalsDialogProps) => {
  const { t } = useTranslation();
  const textOf = useSignalText();
  const read = toCorrectable(signal.ofMessage);
  const [chosen, setChosen] = useState(read);
  const { save, isPending } = useCorrection(personId, signal.eventId);
  const isChanged = chosen.join() !== read.join();
  const before = signal.isCorrected ? read : null;
  const submit = async (signals: SavedSignals) => {
    if (await save(signals, before)) onClose();
  };
  return (
    <FormDialog
      title={t("personPage.correct.title")}
      description={t("personPage.correct.text")}
      dirty={isChanged}
      onClose={onClose}
      className="sm:max-w-lg"
    >
      {(cancel) => (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(chosen);
          }}
        >
          {signal.text !== null && (
            <blockquote className="wrap-anywhere max-h-40 overflow-y-auto rounded-lg bg-hover px-3 py-2 text-sm">
              {signal.text}
            </blockquote>
          )}
          <div className="grid gap-1.5">
            <p className="font-[540] text-sm">{t("personPage.correct.says")}</p>
            <TokenField
              label={t("personPage.correct.says")}
              values={chosen}
              options={correctableSignals.map((value) => ({ value, label: textOf(value) }))}
              onChange={(values) => setChosen(toCorrectable(values))}
            />
            <p className="text-faint text-xs">
              {t(chosen.length === 0 ? "personPage.correct.nothing" : "personPage.correct.hint")}
            </p>
          </div>
          <DialogActions>
            {signal.isCorrected && (
              <Button className="mr-auto" disabled={isPending} onClick={() => void submit(null)}>
                {t("personPage.correct.takeBack")}
              </Button>
            )}
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={!isChanged || isPending}>
              {t(isPending ? "action.saving" : "action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
