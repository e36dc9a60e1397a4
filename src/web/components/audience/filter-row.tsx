import { Copy, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { type AudienceDraftRow, type DraftEverybody, isComplete } from "./audience-draft.ts";
import { operatorLabel, operatorOptions } from "./audience-labels.ts";
import { type AudienceFields, readableField } from "./audience-sentence.ts";
import { FieldPicker } from "./field-picker.tsx";
import { withField, withOperator } from "./row-defaults.ts";
import { RowValueControl } from "./row-value.tsx";

type RowButtonsProps = { onDuplicate?: () => void; onRemove: () => void };

const RowButtons = ({ onDuplicate, onRemove }: RowButtonsProps) => {
  const { t } = useTranslation();
  const size = "size-8 max-sm:size-9";
  return (
    <span className="ml-auto flex shrink-0">
      {onDuplicate && (
        <Button
          variant="ghost"
          size="icon"
          className={size}
          aria-label={t("audience.duplicate")}
          title={t("audience.duplicate")}
          onClick={onDuplicate}
        >
          <Copy aria-hidden="true" />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className={size}
        aria-label={t("audience.remove")}
        title={t("audience.remove")}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </span>
  );
};

type FilterRowProps = {
  fields: AudienceFields;
  row: AudienceDraftRow;
  number: number;
  /** The row was just added: its field is chosen first. */
  isNew: boolean;
  onChange: (row: AudienceDraftRow) => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

const OperatorSelect = ({ fields, row, onChange }: Pick<FilterRowProps, "fields" | "row" | "onChange">) => {
  const { t } = useTranslation();
  const wording = useWording();
  const field = fields.get(row.field ?? "");
  if (!field || !row.op) return null;
  const options = operatorOptions(field.kind, row);
  const selected = options.findIndex(({ op, negated }) => op === row.op && negated === row.negated);
  return (
    <Select
      aria-label={t("audience.operator")}
      value={selected}
      onChange={({ target }) => {
        const option = options[Number(target.value)];
        if (option) onChange(withOperator(row, field.kind, option.op, option.negated));
      }}
      wrapperClassName="max-w-full"
    >
      {options.map(({ op, negated }, index) => (
        <option key={`${op} ${negated}`} value={index}>
          {operatorLabel(field.kind, op, negated, wording)}
        </option>
      ))}
    </Select>
  );
};

/** One condition: field, operator and value. A row that cannot be read is shown as broken. */
export const FilterRow = (props: FilterRowProps) => {
  const { fields, row, number, isNew, onChange, onDuplicate, onRemove } = props;
  const { t } = useTranslation();
  const { field: fieldId, op } = row;
  const field = fieldId && op ? readableField({ field: fieldId, op }, fields) : undefined;
  if (fieldId && op && !field)
    return (
      <li className="flex items-center gap-2 rounded-lg bg-bad-tint py-1 pr-1 pl-3">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
        <p className="min-w-0 flex-1 text-bad text-sm">{t("audience.brokenText", { field: fieldId })}</p>
        <RowButtons onRemove={onRemove} />
      </li>
    );
  return (
    <li>
      <fieldset
        data-row={row.id}
        aria-label={t("audience.row", { number })}
        className="flex min-w-0 flex-wrap items-start gap-1.5"
      >
        <span className="w-44 shrink-0 max-sm:w-[calc(100%-80px)]">
          <FieldPicker
            fields={fields}
            value={row.field}
            startsOpen={isNew}
            onChange={(chosen) => onChange(withField(row, chosen))}
          />
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-start gap-1.5 max-sm:order-1 max-sm:basis-full">
          <OperatorSelect fields={fields} row={row} onChange={onChange} />
          {field && (
            <RowValueControl field={field} row={row} onChange={(change) => onChange({ ...row, ...change })} />
          )}
        </span>
        <RowButtons onDuplicate={onDuplicate} onRemove={onRemove} />
      </fieldset>
      {field && !isComplete(row) && <p className="mt-0.5 text-faint text-xs">{t("audience.unfinished")}</p>}
    </li>
  );
};

type EverybodyRowProps = { node: DraftEverybody; onRemove: () => void };

export const EverybodyRow = ({ node, onRemove }: EverybodyRowProps) => {
  const { t } = useTranslation();
  return (
    <li className="flex items-center rounded-lg border border-line py-0.5 pr-0.5 pl-3 text-sm">
      {t(node.negated ? "audience.nobody" : "audience.everybody")}
      <RowButtons onRemove={onRemove} />
    </li>
  );
};
