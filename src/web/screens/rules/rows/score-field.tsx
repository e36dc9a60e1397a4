import { useState } from "react";
import { cn } from "#web/lib/cn.ts";
import { Input } from "#web/ui/input.tsx";

type ScoreFieldProps = {
  label: string;
  sliderLabel: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  className?: string;
};

/** A number between two bounds, to drag or to type. What is no such number is not taken over. */
export const ScoreField = (props: ScoreFieldProps) => {
  const { label, sliderLabel, value, min, max, onChange, className } = props;
  const [typed, setTyped] = useState<string>();
  const updateTyped = (text: string) => {
    setTyped(text);
    const next = Number(text);
    if (text.trim() !== "" && next >= min && next <= max) onChange(next);
  };
  return (
    <span className={cn("flex items-center gap-2.5", className)}>
      <input
        type="range"
        aria-label={sliderLabel}
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-w-0 flex-1 accent-sea"
      />
      <Input
        aria-label={label}
        inputMode="decimal"
        value={typed ?? String(value)}
        onChange={(event) => updateTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
        className="w-16 text-right"
      />
    </span>
  );
};
