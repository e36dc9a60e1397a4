import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type HoursWindow, readHours, writeHours } from "#domain/rules/hours-text.ts";
import { clockText } from "#domain/rules/local-time.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatWeekday } from "#web/lib/time-format.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Parses "HH:MM". The input shows the end of a day as 00:00. */
const parseMinutes = (text: string): number | undefined => {
  const [hours, minutes] = text.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? undefined
    : hours * 60 + minutes;
};

type WindowFieldProps = {
  window: HoursWindow;
  onChange: (window: HoursWindow) => void;
  onRemove: (() => void) | undefined;
};

const WindowField = ({ window, onChange, onRemove }: WindowFieldProps) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { days, from, to } = window;
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort();
    if (next.length > 0) onChange({ ...window, days: next });
  };
  const setTime = (end: "from" | "to", text: string) => {
    const minutes = parseMinutes(text);
    if (minutes === undefined) return;
    const next = { ...window, [end]: end === "to" && minutes === 0 ? 1440 : minutes };
    if (next.from !== next.to) onChange(next);
  };
  return (
    <div className="grid gap-2">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t("rules.hours.days")}</legend>
        {weekdays.map((day) => {
          const isSelected = days.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isSelected}
              onClick={() => toggle(day)}
              className={cn(
                "h-8 min-w-10 rounded-lg border px-1.5 font-[540] text-xs",
                isSelected ? "border-sea bg-sea-tint text-sea" : "border-edge text-soft hover:bg-hover",
              )}
            >
              {formatWeekday(day, locale)}
            </button>
          );
        })}
      </fieldset>
      <div className="flex items-center gap-2">
        <Input
          type="time"
          aria-label={t("rules.hours.from")}
          value={clockText(from)}
          onChange={(event) => setTime("from", event.target.value)}
          className="w-32"
        />
        <span aria-hidden="true" className="text-soft">
          –
        </span>
        <Input
          type="time"
          aria-label={t("rules.hours.to")}
          value={clockText(to % 1440)}
          onChange={(event) => setTime("to", event.target.value)}
          className="w-32"
        />
        {onRemove && (
          <Button size="icon" variant="ghost" aria-label={t("rules.hours.remove")} onClick={onRemove}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    </div>
  );
};

export const HoursField = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => {
  const { t } = useTranslation();
  const windows = readHours(text) ?? [];
  const write = (next: readonly HoursWindow[]) => onChange(writeHours(next));
  return (
    <div className="col-span-full grid gap-3">
      {windows.map((window, index) => (
        <WindowField
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no id
          key={index}
          window={window}
          onChange={(next) => write(windows.with(index, next))}
          onRemove={windows.length > 1 ? () => write(windows.toSpliced(index, 1)) : undefined}
        />
      ))}
      <div>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => write([...windows, { days: [5], from: 600, to: 840 }])}
        >
          <Plus aria-hidden="true" />
          {t("rules.hours.add")}
        </Button>
      </div>
    </div>
  );
};
