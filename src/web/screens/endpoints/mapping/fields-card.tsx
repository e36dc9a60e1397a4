import { Plus } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { personTargets } from "#domain/ingestion/mapping.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { createRow, type DraftRow, toRows, unusedTargets } from "./draft.ts";
import { MappingRow } from "./mapping-row.tsx";
import { SaveBar } from "./save-bar.tsx";
import { MappingStart } from "./start-from.tsx";
import type { MappingEditor } from "./use-mapping.ts";
import type { MappingPreview } from "./use-preview.ts";

type FieldsCardProps = {
  editor: MappingEditor;
  preview: MappingPreview;
  isLoading: boolean;
  hasFailed: boolean;
  mayChange: boolean;
  inputs: RefObject<Map<number, HTMLTextAreaElement>>;
  onFocus: (key: number) => void;
  onPreset: (id: string) => void;
  onReplay: () => void;
};

export const FieldsCard = (props: FieldsCardProps) => {
  const { editor, preview, isLoading, hasFailed, mayChange, inputs, onFocus, onPreset, onReplay } = props;
  const { t } = useTranslation();
  const { draft, updateDraft } = editor;
  const guessedRows = useMemo(() => (preview ? toRows(preview.guessed) : []), [preview]);
  const rows = draft.automatic ? guessedRows : draft.rows;
  const results = useMemo(
    () => new Map(preview?.results.map((result) => [result.target, result])),
    [preview],
  );
  const addRow = (row: DraftRow) => updateDraft({ automatic: false, rows: [...draft.rows, row] });
  const unusedFields = unusedTargets(draft.rows);
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
                rows: draft.rows.map((other) => (other.key === row.key ? next : other)),
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
        <MappingStart editor={editor} preview={preview} mayChange={mayChange} onPreset={onPreset} />
        {!draft.automatic && rows.length === 0 && (
          <p className="text-sm text-soft">{t("endpoints.mapping.noneYet")}</p>
        )}
        <section className="grid gap-3">
          <h3 className="font-[620] text-sm">{t("endpoints.mapping.person")}</h3>
          {list("person")}
          {!readOnly && unusedFields.length > 0 && (
            <Select
              aria-label={t("endpoints.mapping.addPerson")}
              value=""
              onChange={({ target: { value } }) => {
                const target = personTargets.find((other) => other === value);
                if (target) addRow(createRow("person", target));
              }}
              wrapperClassName="w-full sm:w-56"
            >
              <option value="">{t("endpoints.mapping.addPerson")}</option>
              {unusedFields.map((target) => (
                <option key={target} value={target}>
                  {t(`endpoints.target.${target}`)}
                </option>
              ))}
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
