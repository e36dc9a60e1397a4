import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { maxStartedAtOnce, type RunRefusal, runsApi } from "#contract/runs.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useRefusals } from "./use-refusals.ts";
import { useStartReport } from "./use-start-report.ts";

/** Sequences that the user may start by hand; undefined while they are asked. */
export const useStartableSequences = (): readonly Rule[] | undefined => {
  const mayRun = useMay("rules", "work");
  const { data } = useQuery({ ...apiQuery(rulesApi.list, { query: {} }), enabled: mayRun });
  return data?.filter(({ enabled, actions, options }) => enabled && isSequence(actions, options));
};

type StartSequenceDialogProps = {
  personIds: readonly string[];
  /** Says whether it was started for at least one of them. */
  onClose: (hasStarted: boolean) => void;
};

/** Starts a sequence for people, whatever its triggers and conditions. */
export const StartSequenceDialog = ({ personIds, onClose }: StartSequenceDialogProps) => {
  const { t } = useTranslation();
  const start = useApiMutation(runsApi.start);
  const report = useStartReport();
  const refusalText = useRefusals();
  const sequences = useStartableSequences();
  const [chosen, setChosen] = useState<string>();
  const [hasStarted, setHasStarted] = useState(false);
  const [refused, setRefused] = useState<readonly { id: string; code: RunRefusal }[]>([]);
  const ruleId = chosen ?? sequences?.[0]?.id;
  const submit = async () => {
    if (ruleId === undefined) return;
    setRefused([]);
    const total = { started: 0, refused: [] as { id: string; code: RunRefusal }[] };
    try {
      for (let done = 0; done < personIds.length; done += maxStartedAtOnce) {
        const page = personIds.slice(done, done + maxStartedAtOnce);
        const answer = await start.mutateAsync({ params: { id: ruleId }, body: { personIds: page } });
        total.started += answer.started;
        total.refused.push(...answer.refused);
      }
    } catch (error) {
      report.failed(error);
    }
    report.done(total.started);
    setRefused(total.refused);
    if (total.started === 0) return;
    setHasStarted(true);
    if (total.refused.length === 0) onClose(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(hasStarted)}
      title={t("sequence.person.start")}
      description={t("sequence.start.text")}
      className="sm:max-w-md"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {!sequences && <Skeleton aria-busy="true" className="h-9" />}
        {sequences?.length === 0 && (
          <p className="text-sm text-soft">
            {t("sequence.start.noneEnabled")}{" "}
            <Link href="/rules" className="text-sea hover:underline">
              {t("sequence.start.toRules")}
            </Link>
          </p>
        )}
        {sequences && sequences.length > 0 && (
          <Field label={t("sequence.person.which")}>
            <Select
              value={ruleId}
              onChange={(event) => {
                setChosen(event.target.value);
                setRefused([]);
              }}
            >
              {sequences.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {refused.length > 0 && <FormAlert>{refusalText(refused)}</FormAlert>}
        <DialogActions>
          <Button onClick={() => onClose(hasStarted)}>
            {t(hasStarted ? "action.close" : "action.cancel")}
          </Button>
          <Button type="submit" variant="primary" disabled={ruleId === undefined || start.isPending}>
            {t("sequence.start.go", { count: personIds.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
