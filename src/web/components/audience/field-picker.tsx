import { ChevronDown } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AudienceField, audienceField } from "#contract/audiences.ts";
import { cn } from "#web/lib/cn.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Input, inputClass } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { audienceFieldLabel } from "./audience-labels.ts";
import type { AudienceFields } from "./audience-sentence.ts";
import { type ListOption, matchingOptions, OptionList, optionId, useHighlight } from "./option-list.tsx";

type FieldPickerProps = {
  fields: AudienceFields;
  value: string | undefined;
  /** Opens at once, for a row that was just added. */
  startsOpen: boolean;
  onChange: (field: AudienceField) => void;
};

const groupOrder = audienceField.shape.group.options;

const FieldSearch = ({
  fields,
  onChoose,
}: {
  fields: AudienceFields;
  onChoose: (field: AudienceField) => void;
}) => {
  const { t } = useTranslation();
  const wording = useWording();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const all = useMemo<(ListOption & { field: AudienceField })[]>(
    () =>
      [...fields.values()]
        .map((field) => ({
          id: field.id,
          label: audienceFieldLabel(field, wording),
          group: t(`audience.group.${field.group}`),
          field,
        }))
        .sort((a, b) => groupOrder.indexOf(a.field.group) - groupOrder.indexOf(b.field.group)),
    [fields, wording, t],
  );
  const options = useMemo(() => matchingOptions(all, typed), [all, typed]);
  const choose = (index: number) => {
    const option = options[index];
    if (option) onChoose(option.field);
  };
  const { highlighted, setActive, onKeyDown } = useHighlight(options.length, choose);
  return (
    <>
      <div className="border-line border-b p-2">
        <Input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(listId, highlighted) : undefined}
          aria-label={t("audience.searchField")}
          placeholder={t("audience.searchField")}
          value={typed}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {options.length === 0 && (
        <p role="status" className="px-3 py-2.5 text-faint text-sm">
          {t("audience.noField")}
        </p>
      )}
      <OptionList
        id={listId}
        label={t("audience.fieldLabel")}
        options={options}
        highlighted={highlighted}
        onHighlight={setActive}
        onChoose={choose}
      />
    </>
  );
};

/** A button that opens a searchable list of all fields. */
export const FieldPicker = ({ fields, value, startsOpen, onChange }: FieldPickerProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const [open, setOpen] = useState(startsOpen);
  const field = value === undefined ? undefined : fields.get(value);
  const text = field ? audienceFieldLabel(field, wording) : t("audience.chooseField");
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("audience.fieldLabel")}
      className="w-72"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${t("audience.fieldLabel")}: ${text}`}
          className={cn(inputClass, "flex items-center justify-between gap-2 text-left")}
        >
          <span className={cn("truncate", field ? "font-[540]" : "text-faint")}>{text}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
        </button>
      }
    >
      <FieldSearch
        fields={fields}
        onChoose={(chosen) => {
          setOpen(false);
          onChange(chosen);
        }}
      />
    </Popover>
  );
};
