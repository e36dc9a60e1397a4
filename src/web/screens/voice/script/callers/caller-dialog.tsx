import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TestCaller, testCallersApi } from "#contract/test-callers.ts";
import { maxTestText } from "#domain/test-callers/expectation-kinds.ts";
import {
  maxExpectations,
  maxTestTurns,
  type TestCallerInput,
  type TestTurn,
  testCallerInput,
} from "#domain/test-callers/test-caller.ts";
import { type ScriptFact, type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { moveRow } from "#web/screens/voice/script/list-edits.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ExpectationFields } from "./expectation-fields.tsx";

const blankTurn: TestTurn = { say: "", expect: [] };

/** What the schema refuses, by the path of the field. */
const findErrors = (draft: TestCallerInput): ReadonlyMap<string, string> => {
  const { error } = testCallerInput.safeParse(draft);
  return new Map(error?.issues.map(({ path, message }) => [path.join("."), message]));
};

type TurnFieldsProps = {
  turn: TestTurn;
  index: number;
  count: number;
  language: ScriptLanguage;
  facts: readonly ScriptFact[];
  errors: ReadonlyMap<string, string>;
  onChange: (turn: TestTurn) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const TurnFields = (props: TurnFieldsProps) => {
  const { turn, index, count, language, facts, errors, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const label = t("callers.turn", { number: index + 1 });
  const path = `turns.${index}`;
  const errorAt = (place: number): string | undefined =>
    [...errors].find(([key]) => key.startsWith(`${path}.expect.${place}`))?.[1];
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <Field
        label={t("callers.dialog.says", { number: index + 1 })}
        required
        error={errors.get(`${path}.say`)}
        aside={
          count > 1 && (
            <span className="flex">
              <Button
                variant="ghost"
                size="sm"
                className="w-8 px-0"
                aria-label={t("callers.dialog.moveUp", { turn: label })}
                disabled={index === 0}
                onClick={() => onMove(index - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="sm"
                className="w-8 px-0"
                aria-label={t("callers.dialog.moveDown", { turn: label })}
                disabled={index === count - 1}
                onClick={() => onMove(index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="sm"
                className="w-8 px-0 hover:text-bad"
                aria-label={t("form.removeNamed", { name: label })}
                onClick={onRemove}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </span>
          )
        }
      >
        <Textarea
          rows={2}
          maxLength={maxTestText}
          value={turn.say}
          onChange={({ target }) => onChange({ ...turn, say: target.value })}
        />
      </Field>
      <div className="grid gap-1.5">
        <p className="font-[540] text-sm">{t("callers.dialog.mustThen")}</p>
        <ExpectationFields
          expectations={turn.expect}
          turnLabel={label}
          language={language}
          facts={facts}
          isFull={turn.expect.length >= maxExpectations}
          errorAt={errorAt}
          onChange={(expect) => onChange({ ...turn, expect })}
        />
      </div>
    </fieldset>
  );
};

type CallerDialogProps = {
  scriptId: string;
  /** Absent: a new caller. */
  caller: TestCaller | undefined;
  /** Of the script. */
  language: ScriptLanguage;
  facts: readonly ScriptFact[];
  onClose: () => void;
};

export const CallerDialog = ({ scriptId, caller, language, facts, onClose }: CallerDialogProps) => {
  const { t } = useTranslation();
  const create = useApiMutation(testCallersApi.create);
  const update = useApiMutation(testCallersApi.update);
  const start: TestCallerInput = caller
    ? { name: caller.name, language: caller.language, turns: caller.turns }
    : { name: "", language, turns: [blankTurn] };
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const errors: ReadonlyMap<string, string> = isChecked ? findErrors(draft) : new Map();
  const { turns } = draft;
  const isSaving = create.isPending || update.isPending;
  const setTurns = (changed: TestTurn[]) => setDraft({ ...draft, turns: changed });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const parsed = testCallerInput.safeParse(draft);
    if (!parsed.success)
      return requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
    setRefusal(undefined);
    try {
      if (caller)
        await update.mutateAsync({
          params: { id: scriptId, callerId: caller.id },
          body: { ...parsed.data, updatedAt: caller.updatedAt },
        });
      else await create.mutateAsync({ params: { id: scriptId }, body: { callers: [parsed.data] } });
      onClose();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal(
        isConflict ? t("callers.dialog.conflict") : (serverMessage(error) ?? t("callers.actionFailed")),
      );
    }
  };

  return (
    <FormDialog
      title={t(caller ? "callers.dialog.edit" : "callers.dialog.add")}
      description={t("callers.dialog.description")}
      dirty={JSON.stringify(draft) !== JSON.stringify(start)}
      className="sm:max-w-2xl"
      onClose={onClose}
    >
      {(cancel) => (
        <form ref={form} noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Field
              label={t("script.name")}
              required
              hint={t("callers.dialog.nameHint")}
              error={errors.get("name")}
            >
              <Input
                autoComplete="off"
                maxLength={100}
                value={draft.name}
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
              />
            </Field>
            <Field label={t("script.language")}>
              <Select
                value={draft.language}
                onChange={({ target }) => setDraft({ ...draft, language: target.value as ScriptLanguage })}
              >
                {scriptLanguages.map((one) => (
                  <option key={one} value={one}>
                    {t(`script.languages.${one}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {turns.map((turn, index) => (
            <TurnFields
              // biome-ignore lint/suspicious/noArrayIndexKey: turns have no identity but their place
              key={index}
              turn={turn}
              index={index}
              count={turns.length}
              language={draft.language}
              facts={facts}
              errors={errors}
              onChange={(changed) => setTurns(turns.with(index, changed))}
              onMove={(to) => setTurns(moveRow(turns, index, to))}
              onRemove={() => setTurns(turns.toSpliced(index, 1))}
            />
          ))}
          <Button
            className="w-fit"
            disabled={turns.length >= maxTestTurns}
            title={
              turns.length >= maxTestTurns ? t("scriptEditor.row.limit", { count: maxTestTurns }) : undefined
            }
            onClick={() => setTurns([...turns, blankTurn])}
          >
            <Plus aria-hidden="true" />
            {t("callers.dialog.addTurn")}
          </Button>
          {refusal && <FormAlert>{refusal}</FormAlert>}
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={isSaving}>
              {t(isSaving ? "action.saving" : "action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
