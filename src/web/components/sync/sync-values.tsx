import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SyncView } from "#contract/syncs.ts";
import type { FieldLink, ValueLink } from "#domain/sync/field-map.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { useSyncFieldNames } from "./use-sync-names.ts";

type RemoteField = SyncView["remoteFields"][number];

/** Whether values of this line can differ in their words between the two sides. */
export const hasValueMap = (
  ours: string,
  field: RemoteField | undefined,
  isListed: (ours: string) => boolean,
): boolean =>
  // Yes and no need no other words.
  field?.type !== "boolean" && (ours === "tags" || isListed(ours) || (field?.options.length ?? 0) > 0);

type ValueInputProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[] | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
};

const ValueInput = ({ label, value, options, disabled, onChange }: ValueInputProps) => {
  const { t } = useTranslation();
  if (!options)
    return (
      <Input
        aria-label={label}
        value={value}
        maxLength={200}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {t("sync.choose")}
      </option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
};

type SyncValuesProps = {
  link: FieldLink;
  field: RemoteField | undefined;
  label: string;
  disabled: boolean;
  onChange: (values: ValueLink[]) => void;
};

/** Which value of the vendor's means which of ours. */
export const SyncValues = ({ link, field, label, disabled, onChange }: SyncValuesProps) => {
  const { t } = useTranslation();
  const { valuesOf } = useSyncFieldNames();
  const values = link.values ?? [];
  const theirOptions = field && field.options.length > 0 ? field.options : undefined;
  const put = (at: number, change: Partial<ValueLink>) =>
    onChange(values.map((value, index) => (index === at ? { ...value, ...change } : value)));
  const isFree = (option: string, own: string): boolean =>
    option === own || !values.some(({ theirs }) => theirs === option);
  return (
    <div className="col-span-full grid gap-2 rounded-lg bg-hover p-3">
      <p className="text-faint text-xs">{t("sync.valuesText", { label })}</p>
      {values.length > 0 && (
        <ul className="grid gap-2">
          {values.map(({ ours, theirs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end and have no id
            <li key={at} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
              <ValueInput
                label={t("sync.ourValue")}
                value={ours}
                options={valuesOf(link.ours)}
                disabled={disabled}
                onChange={(value) => put(at, { ours: value })}
              />
              <ValueInput
                label={t("sync.theirValue", { label })}
                value={theirs}
                options={theirOptions
                  ?.filter((option) => isFree(option, theirs))
                  .map((option) => ({ value: option, label: option }))}
                disabled={disabled}
                onChange={(value) => put(at, { theirs: value })}
              />
              <Button
                variant="ghost"
                size="icon"
                disabled={disabled}
                aria-label={t("sync.removeValue", { value: theirs })}
                onClick={() => onChange(values.filter((_, index) => index !== at))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        className="w-fit"
        disabled={disabled}
        onClick={() => onChange([...values, { ours: "", theirs: "" }])}
      >
        <Plus aria-hidden="true" />
        {t("sync.addValue")}
      </Button>
    </div>
  );
};
