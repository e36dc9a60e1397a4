import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  actionTypes,
  conditionTypes,
  defaultAction,
  defaultCondition,
  defaultTrigger,
  operators,
  type RuleInput,
  type RuleTrigger,
  triggerTypes,
} from "#domain/rules/rule.ts";
import { ActionText } from "#web/components/rule/action-text.tsx";
import {
  isStepType,
  newAction,
  newCondition,
  newTrigger,
  readCondition,
  readTrigger,
} from "#web/components/rule/read-row.ts";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { ConditionValue } from "./condition-value.tsx";
import { RowField } from "./row-field.tsx";
import { isWatched, WatchedTrigger } from "./watched-trigger.tsx";

type RowListProps = {
  hint: string;
  addLabel: string;
  rows: readonly { id: string }[];
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** Grid classes of a row. */
  layout: string;
  error: string | undefined;
  children: (index: number) => ReactNode;
};

const RowList = ({ hint, addLabel, rows, onAdd, onRemove, layout, error, children }: RowListProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <p className="text-faint text-xs">{hint}</p>
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <li key={row.id} className="flex items-start gap-2 max-sm:border-line max-sm:border-b max-sm:pb-3">
            <div className={cn("grid min-w-0 flex-1 gap-2", layout)}>{children(index)}</div>
            <Button
              size="icon"
              variant="ghost"
              disabled={rows.length === 1}
              aria-label={t("rules.removeRow", { number: index + 1 })}
              onClick={() => onRemove(index)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <div>
        <Button size="sm" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {addLabel}
        </Button>
      </div>
    </div>
  );
};

type TypeSelectProps<Type extends string> = {
  types: readonly Type[];
  value: Type;
  label: (type: Type) => string;
  onChange: (type: Type) => void;
  className?: string;
};

const TypeSelect = <Type extends string>(props: TypeSelectProps<Type>) => {
  const { types, value, label, onChange, className = "" } = props;
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t("rules.field.type")}
      value={value}
      onChange={(event) => onChange(event.target.value as Type)}
      wrapperClassName={className}
    >
      {types.map((type) => (
        <option key={type} value={type}>
          {label(type)}
        </option>
      ))}
    </Select>
  );
};

type RowsProps = { form: UseFormReturn<RuleInput> };
type Part = "triggers" | "conditions" | "actions";

const useRows = <P extends Part>({ form }: RowsProps, part: P, newRow: RuleInput[P][number]) => {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: part as "triggers" });
  const rows = useWatch({ control: form.control, name: part }) as RuleInput[P] | undefined;
  const setRow = (index: number, row: RuleInput[P][number]) =>
    form.setValue(`${part}.${index}` as never, row as never, { shouldDirty: true });
  return {
    rows,
    setRow,
    list: {
      hint: t(`rules.hint.${part as Part}`),
      addLabel: t(`rules.add.${part as Part}`),
      rows: fields,
      onAdd: () => append(newRow as never),
      onRemove: remove,
      error: form.formState.errors[part] ? t("rules.rowError") : undefined,
    },
  };
};

const UnreadableNotice = () => {
  const { t } = useTranslation();
  return <p className="col-span-full text-warn text-xs">{t("rules.unreadable")}</p>;
};

type ComparedTriggerProps = { row: RuleTrigger; onChange: (row: RuleTrigger) => void };

/** An operator and a value: of a score, an event or a message. */
const ComparedTrigger = ({ row, onChange }: ComparedTriggerProps) => {
  const { t } = useTranslation();
  const { fields, values } = readTrigger(row);
  return (
    <>
      {values ? (
        <RowField
          label={t("rules.field.operator")}
          schema={fields.operator}
          value={values.operator}
          text={row.operator}
          onChange={(operator) => onChange({ ...row, operator: operator as typeof row.operator })}
        />
      ) : (
        <Select
          aria-label={t("rules.field.operator")}
          value={row.operator}
          onChange={({ target }) => onChange({ ...row, operator: target.value as typeof row.operator })}
        >
          {operators.map((operator) => (
            <option key={operator} value={operator}>
              {operator}
            </option>
          ))}
        </Select>
      )}
      <RowField
        label={t("rules.field.value")}
        schema={fields.value}
        value={values?.value}
        text={row.value}
        onChange={(value) => onChange({ ...row, value })}
        className="max-sm:col-span-2"
      />
    </>
  );
};

export const TriggerRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { rows, setRow, list } = useRows({ form }, "triggers", defaultTrigger);
  return (
    <RowList
      {...list}
      layout="grid-cols-[minmax(0,1fr)_72px] sm:grid-cols-[minmax(0,1.1fr)_72px_minmax(0,1.2fr)]"
    >
      {(index) => {
        const row = rows?.[index];
        if (!row) return null;
        const { values } = readTrigger(row);
        const isUnfinished = isWatched(row) && row.value === "";
        return (
          <>
            <TypeSelect
              types={triggerTypes}
              value={row.type}
              label={(type) => t(`rules.triggerType.${type}`)}
              onChange={(type) => setRow(index, newTrigger(type))}
              className={isWatched(row) ? "self-start max-sm:col-span-2" : ""}
            />
            {isWatched(row) ? (
              <WatchedTrigger row={row} onChange={(next) => setRow(index, next)} />
            ) : (
              <ComparedTrigger row={row} onChange={(next) => setRow(index, next)} />
            )}
            {!values && !isUnfinished && <UnreadableNotice />}
          </>
        );
      }}
    </RowList>
  );
};

export const ConditionRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { rows, setRow, list } = useRows({ form }, "conditions", defaultCondition);
  return (
    <RowList {...list} layout="grid-cols-2 sm:grid-cols-3">
      {(index) => {
        const row = rows?.[index];
        if (!row) return null;
        return (
          <>
            <TypeSelect
              types={conditionTypes}
              value={row.type}
              label={(type) => t(`rules.conditionType.${type}`)}
              onChange={(type) => setRow(index, newCondition(type))}
              className="max-sm:col-span-2"
            />
            <ConditionValue row={row} onChange={(next) => setRow(index, next)} />
            {!readCondition(row).values && <UnreadableNotice />}
          </>
        );
      }}
    </RowList>
  );
};

export const ActionRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { rows, setRow, list } = useRows({ form }, "actions", defaultAction);
  return (
    <RowList {...list} layout="sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      {(index) => {
        const row = rows?.[index];
        if (!row) return null;
        return (
          <>
            <TypeSelect
              // Steps of a sequence have their own page; one that the rule has already stays as it is.
              types={actionTypes.filter((type) => !isStepType(type) || type === row.type)}
              value={row.type}
              label={(type) => t(`rules.actionType.${type}`)}
              onChange={(type) => setRow(index, newAction(type, row))}
              className="self-start"
            />
            <ActionText row={row} onChange={(next) => setRow(index, next)} />
          </>
        );
      }}
    </RowList>
  );
};
