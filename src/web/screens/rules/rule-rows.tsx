import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  actionTypes,
  conditionTypes,
  defaultAction,
  defaultCondition,
  defaultTrigger,
  operators,
  type RuleInput,
  triggerTypes,
} from "#domain/rules/rule.ts";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { RowList } from "./row-list.tsx";

type RowsProps = { form: UseFormReturn<RuleInput> };

const useRowError = ({ form }: RowsProps, part: "triggers" | "conditions" | "actions") => {
  const { t } = useTranslation();
  return form.formState.errors[part] ? t("rules.rowError") : undefined;
};

export const TriggerRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "triggers" });
  return (
    <RowList
      hint={t("rules.hint.triggers")}
      add={t("rules.add.triggers")}
      rows={fields}
      onAdd={() => append(defaultTrigger)}
      onRemove={remove}
      layout="grid-cols-[minmax(0,1fr)_72px] sm:grid-cols-[minmax(0,1.2fr)_72px_minmax(0,1fr)]"
      error={useRowError({ form }, "triggers")}
    >
      {(index) => (
        <>
          <Select aria-label={t("rules.field.type")} {...form.register(`triggers.${index}.type`)}>
            {triggerTypes.map((type) => (
              <option key={type} value={type}>
                {t(`rules.triggerType.${type}`)}
              </option>
            ))}
          </Select>
          <Select aria-label={t("rules.field.operator")} {...form.register(`triggers.${index}.operator`)}>
            {operators.map((operator) => (
              <option key={operator} value={operator}>
                {operator}
              </option>
            ))}
          </Select>
          <Input
            aria-label={t("rules.field.value")}
            placeholder={t("rules.field.value")}
            autoComplete="off"
            className="max-sm:col-span-2"
            {...form.register(`triggers.${index}.value`)}
          />
        </>
      )}
    </RowList>
  );
};

export const ConditionRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "conditions" });
  return (
    <RowList
      hint={t("rules.hint.conditions")}
      add={t("rules.add.conditions")}
      rows={fields}
      onAdd={() => append(defaultCondition)}
      onRemove={remove}
      layout="grid-cols-2 sm:grid-cols-3"
      error={useRowError({ form }, "conditions")}
    >
      {(index) => (
        <>
          <Select
            aria-label={t("rules.field.type")}
            wrapperClassName="max-sm:col-span-2"
            {...form.register(`conditions.${index}.type`)}
          >
            {conditionTypes.map((type) => (
              <option key={type} value={type}>
                {t(`rules.conditionType.${type}`)}
              </option>
            ))}
          </Select>
          <Input
            aria-label={t("rules.field.field")}
            placeholder={t("rules.field.field")}
            autoComplete="off"
            {...form.register(`conditions.${index}.field`)}
          />
          <Input
            aria-label={t("rules.field.value")}
            placeholder={t("rules.field.value")}
            autoComplete="off"
            {...form.register(`conditions.${index}.value`)}
          />
        </>
      )}
    </RowList>
  );
};

export const ActionRows = ({ form }: RowsProps) => {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "actions" });
  return (
    <RowList
      hint={t("rules.hint.actions")}
      add={t("rules.add.actions")}
      rows={fields}
      onAdd={() => append(defaultAction)}
      onRemove={remove}
      layout="sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      error={useRowError({ form }, "actions")}
    >
      {(index) => (
        <>
          <Select aria-label={t("rules.field.type")} {...form.register(`actions.${index}.type`)}>
            {actionTypes.map((type) => (
              <option key={type} value={type}>
                {t(`rules.actionType.${type}`)}
              </option>
            ))}
          </Select>
          <Input
            aria-label={t("rules.field.template")}
            placeholder={t("rules.field.template")}
            autoComplete="off"
            {...form.register(`actions.${index}.template`)}
          />
        </>
      )}
    </RowList>
  );
};
