import { Plus, WandSparkles } from "lucide-react";
import { type RefObject, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { cn } from "#web/lib/cn.ts";
import { useProblemText } from "#web/screens/endpoints/events/problem-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { createRow, type DraftRow, toRows, unusedTargets } from "./mapping-draft.ts";
import { MappingRow } from "./mapping-row.tsx";
import type { MappingEditor } from "./use-mapping-editor.ts";
import type { MappingPreview } from "./use-mapping-preview.ts";

type MappingStartProps = {
  editor: MappingEditor;
  preview: MappingPreview;
  mayChange: boolean;
  onPresetApplied: (id: string) => void;
};

const MappingStart = ({ editor, preview, mayChange, onPresetApplied }: MappingStartProps) => {
  const { t } = useTranslation();
  const { draft, updateDraft, applyTemplate } = editor;
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="flex min-h-9 items-start gap-3 text-sm">
        <Switch
          checked={draft.automatic}
          disabled={!mayChange}
          onCheckedChange={(automatic) => updateDraft({ ...draft, automatic })}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-text`}
        />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block font-[560]">
            {t("endpoints.mapping.automatic")}
          </span>
          <span id={`${id}-text`} className="block text-soft text-xs">
            {t("endpoints.mapping.automaticOn")}
          </span>
        </span>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!preview || preview.payload === null}
            onClick={() => preview && applyTemplate(preview.guessed)}
          >
            <WandSparkles aria-hidden="true" />
            {t("endpoints.mapping.guess")}
          </Button>
          <Select
            aria-label={t("endpoints.mapping.preset")}
            value=""
            onChange={({ target: { value } }) => {
              const preset = mappingPresets.find((candidate) => candidate.id === value);
              if (!preset) return;
              applyTemplate(preset.template);
              onPresetApplied(preset.id);
            }}
            wrapperClassName="min-w-48 max-sm:flex-1"
          >
            <option value="">{t("endpoints.mapping.preset")}</option>
            {mappingPresets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
};

const SaveBar = ({ editor, onReplay }: { editor: MappingEditor; onReplay: () => void }) => {
  const { t } = useTranslation();
  const { isDirty, isValid, isSaving, isSaved, refusal, loadStored, save } = editor;
  return (
    <div
      className={cn(
        "-mx-4 -mb-4 grid gap-3 rounded-b-card border-line border-t bg-panel px-4 py-3",
        isDirty && "sticky bottom-0",
      )}
    >
      {refusal && (
        <FormAlert
          action={
            refusal.outdated && (
              <Button size="sm" onClick={loadStored}>
                {t("endpoints.loadNewest")}
              </Button>
            )
          }
        >
          {refusal.message}
        </FormAlert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto min-w-0 flex-1 basis-40 text-sm text-soft">
          {isDirty ? (
            t("endpoints.mapping.unsaved")
          ) : isSaved ? (
            <>
              {t("endpoints.mapping.savedText")}{" "}
              <button type="button" onClick={onReplay} className="rounded text-sea hover:underline">
                {t("endpoints.mapping.toReplay")}
              </button>
            </>
          ) : null}
        </p>
        {isDirty && <Button onClick={loadStored}>{t("endpoints.mapping.revert")}</Button>}
        <Button variant="primary" disabled={!isDirty || !isValid || isSaving} onClick={() => void save()}>
          {t(isSaving ? "action.saving" : "endpoints.mapping.save")}
        </Button>
      </div>
    </div>
  );
};

type FieldsCardProps = {
  editor: MappingEditor;
  preview: MappingPreview;
  /** A webhook may receive lists. */
  hasItems: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  mayChange: boolean;
  inputs: RefObject<Map<number, HTMLTextAreaElement>>;
  onFocus: (key: number) => void;
  onPresetApplied: (id: string) => void;
  onReplay: () => void;
};

export const FieldsCard = (props: FieldsCardProps) => {
  const { editor, preview, hasItems, isLoading, hasFailed, mayChange, inputs, onFocus } = props;
  const { onPresetApplied, onReplay } = props;
  const { t } = useTranslation();
  const { draft, updateDraft } = editor;
  const guessedRows = useMemo(() => (preview ? toRows(preview.guessed) : []), [preview]);
  const rows = draft.automatic ? guessedRows : draft.rows;
  const results = useMemo(
    () => new Map(preview?.results.map((result) => [result.target, result])),
    [preview],
  );
  const addRow = (row: DraftRow) => updateDraft({ ...draft, automatic: false, rows: [...draft.rows, row] });
  const problemText = useProblemText();
  const unusedFields = unusedTargets(draft.rows);
  const labelOf = useFieldLabel();
  const unusedCustom = usePersonFields().filter(
    ({ key }) => !draft.rows.some(({ kind, name }) => kind === "person" && name === `field.${key}`),
  );
  const readOnly = draft.automatic || !mayChange;

  const list = (kind: DraftRow["kind"]) => (
    <ul className="grid gap-3">
      {rows
        .filter((row) => row.kind === kind)
        .map((row) => (
          <MappingRow
            key={row.key}
            row={row}
            rows={rows}
            result={results.get(`${row.kind}.${row.name}`)}
            readOnly={readOnly}
            inputs={inputs}
            onFocus={() => onFocus(row.key)}
            onChange={(next) =>
              updateDraft({
                ...draft,
                rows: draft.rows.map((candidate) => (candidate.key === row.key ? next : candidate)),
              })
            }
            onRemove={() => updateDraft({ ...draft, rows: draft.rows.filter(({ key }) => key !== row.key) })}
          />
        ))}
    </ul>
  );

  return (
    <Card
      title={t("endpoints.mapping.fields")}
      caption={
        hasFailed
          ? t("endpoints.mapping.tryFailed")
          : isLoading && mayChange
            ? t("endpoints.mapping.trying")
            : undefined
      }
    >
      <div className="grid gap-5">
        <MappingStart
          editor={editor}
          preview={preview}
          mayChange={mayChange}
          onPresetApplied={onPresetApplied}
        />
        {hasItems && !draft.automatic && (
          <Field label={t("endpoints.mapping.items")} hint={t("endpoints.mapping.itemsHint")}>
            <Input
              value={draft.items ?? ""}
              disabled={!mayChange}
              placeholder="data.leads"
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              onChange={({ target: { value } }) => updateDraft({ ...draft, items: value })}
            />
          </Field>
        )}
        {preview?.problems.map((problem) => (
          <FormAlert key={problem.code}>{problemText(problem)}</FormAlert>
        ))}
        {!draft.automatic && rows.length === 0 && (
          <p className="text-sm text-soft">{t("endpoints.mapping.noneYet")}</p>
        )}
        <section className="grid gap-3">
          <h3 className="font-[620] text-sm">{t("endpoints.mapping.person")}</h3>
          {list("person")}
          {!readOnly && unusedFields.length + unusedCustom.length > 0 && (
            <Select
              aria-label={t("endpoints.mapping.addPerson")}
              value=""
              onChange={({ target: { value } }) => value && addRow(createRow("person", value))}
              wrapperClassName="w-full sm:w-56"
            >
              <option value="">{t("endpoints.mapping.addPerson")}</option>
              {unusedFields.map((target) => (
                <option key={target} value={target}>
                  {t(`endpoints.target.${target}`)}
                </option>
              ))}
              {unusedCustom.length > 0 && (
                <optgroup label={t("templates.variables.field")}>
                  {unusedCustom.map((field) => (
                    <option key={field.key} value={`field.${field.key}`}>
                      {labelOf(field)}
                    </option>
                  ))}
                </optgroup>
              )}
            </Select>
          )}
        </section>
        <section className="grid gap-3 border-line border-t pt-4">
          <div>
            <h3 className="font-[620] text-sm">{t("endpoints.mapping.event")}</h3>
            <p className="text-faint text-xs">{t("endpoints.mapping.eventHint")}</p>
          </div>
          {list("event")}
          {!readOnly && (
            <Button size="sm" className="w-fit" onClick={() => addRow(createRow("event", ""))}>
              <Plus aria-hidden="true" />
              {t("endpoints.mapping.addEvent")}
            </Button>
          )}
        </section>
        {mayChange && <SaveBar editor={editor} onReplay={onReplay} />}
      </div>
    </Card>
  );
};
