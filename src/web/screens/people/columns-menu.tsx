import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AudienceField } from "#contract/audiences.ts";
import { audienceFieldLabel } from "#web/components/audience/audience-labels.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { builtInColumns, defaultColumns, isBuiltInColumn, knownColumns, moveColumn } from "./column-list.ts";

type ColumnsMenuProps = {
  columns: readonly string[];
  customFields: ReadonlyMap<string, AudienceField>;
  onChange: (columns: string[]) => void;
};

type ColumnRowProps = {
  label: string;
  shown: boolean;
  onToggle: (() => void) | undefined;
  /** Moves the column by so many places; absent where it cannot move. */
  onMove: ((by: number) => void) | undefined;
};

const ColumnRow = ({ label, shown, onToggle, onMove }: ColumnRowProps) => {
  const { t } = useTranslation();
  return (
    <li className="flex h-9 items-center gap-2.5 rounded-md pr-1 pl-2.5 text-sm hover:bg-hover">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button inside the label */}
      <label className="flex h-full min-w-0 flex-1 items-center gap-2.5">
        <Checkbox
          aria-label={label}
          checked={shown}
          disabled={!onToggle}
          onCheckedChange={() => onToggle?.()}
        />
        <span className="truncate">{label}</span>
        {!onToggle && <span className="ml-auto text-faint text-xs">{t("people.columns.fixed")}</span>}
      </label>
      {onMove &&
        ([-1, 1] as const).map((by) => {
          const Arrow = by < 0 ? ArrowUp : ArrowDown;
          return (
            <Button
              key={by}
              variant="ghost"
              size="icon"
              className="size-7"
              aria-label={t(by < 0 ? "people.columns.up" : "people.columns.down", { column: label })}
              onClick={() => onMove(by)}
            >
              <Arrow aria-hidden="true" />
            </Button>
          );
        })}
    </li>
  );
};

/** Which columns the list has, and in which order. */
export const ColumnsMenu = ({ columns, customFields, onChange }: ColumnsMenuProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState("");
  const shown = knownColumns(columns, new Set(customFields.keys()));
  const others = [...builtInColumns, ...customFields.keys()].filter((id) => !shown.includes(id));
  const labelOf = (id: string): string => {
    const field = customFields.get(id);
    if (field) return audienceFieldLabel(field, wording);
    return isBuiltInColumn(id) ? t(`people.column.${id}`) : id;
  };
  const move = (id: string, by: number) => {
    const next = moveColumn(shown, id, by);
    onChange(next);
    setMoved(t("people.columns.moved", { column: labelOf(id), number: next.indexOf(id) + 1 }));
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t("people.columns.title")}
      className="w-72"
      trigger={
        <Button size="sm" aria-label={t("people.columns.button")} className="max-sm:size-9 max-sm:px-0">
          <Columns3 aria-hidden="true" />
          <span className="max-md:sr-only">{t("people.columns.button")}</span>
        </Button>
      }
    >
      <div className="max-h-[min(520px,70dvh)] overflow-y-auto p-1">
        <ul>
          {shown.map((id) => (
            <ColumnRow
              key={id}
              label={labelOf(id)}
              shown
              onToggle={id === "name" ? undefined : () => onChange(shown.filter((other) => other !== id))}
              onMove={id === "name" ? undefined : (by) => move(id, by)}
            />
          ))}
        </ul>
        <p className="px-2.5 pt-2 pb-1 font-[560] text-2xs text-faint">{t("people.columns.others")}</p>
        <ul>
          {others.map((id) => (
            <ColumnRow
              key={id}
              label={labelOf(id)}
              shown={false}
              onToggle={() => onChange([...shown, id])}
              onMove={undefined}
            />
          ))}
        </ul>
      </div>
      <div className="flex justify-end border-line border-t p-2">
        <Button size="sm" variant="ghost" onClick={() => onChange([...defaultColumns])}>
          {t("people.columns.reset")}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </Popover>
  );
};
