import { type ComponentProps, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { cn } from "#web/lib/cn.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type ScoreFieldProps = {
  label: string;
  sliderLabel: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  className?: string;
};

/** Slider and text input for a bounded number. Invalid input is ignored. */
const ScoreField = (props: ScoreFieldProps) => {
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

type RowFieldProps = {
  label: string;
  /** Without a schema or a parsed value the field is a plain text input. */
  schema: z.ZodType | undefined;
  /** The parsed value; undefined when the text cannot be parsed. */
  value: unknown;
  /** The stored text. */
  text: string;
  onChange: (text: string) => void;
  className?: string;
};

const schemaExamples = (schema: z.ZodType | undefined): string[] => {
  const examples = schema?.meta()?.examples;
  return Array.isArray(examples) ? examples.map(String) : [];
};

type TextFieldProps = Pick<ComponentProps<"input">, "className"> &
  Pick<RowFieldProps, "label" | "text" | "onChange" | "schema">;

const TextField = ({ label, schema, text, onChange, className }: TextFieldProps) => {
  const id = useId();
  const examples = schemaExamples(schema);
  return (
    <span className={className}>
      <Input
        aria-label={label}
        placeholder={examples[0] ?? label}
        autoComplete="off"
        list={examples.length > 0 ? id : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {examples.length > 0 && (
        <datalist id={id}>
          {examples.map((example) => (
            <option key={example} value={example} />
          ))}
        </datalist>
      )}
    </span>
  );
};

export const RowField = ({ label, schema, value, text, onChange, className }: RowFieldProps) => {
  const { t } = useTranslation();
  const translateValue = useWorded();
  const choices =
    value === undefined
      ? []
      : schema instanceof z.ZodEnum
        ? schema.options.map(String)
        : schema instanceof z.ZodBoolean
          ? ["true", "false"]
          : [];
  if (choices.length > 0) {
    const section = schema instanceof z.ZodBoolean ? "rules.truth" : "rules.option";
    return (
      <Select
        aria-label={label}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
        wrapperClassName={className ?? ""}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {translateValue(section, choice)}
          </option>
        ))}
      </Select>
    );
  }
  if (typeof value === "number" && schema instanceof z.ZodNumber) {
    return (
      <ScoreField
        label={label}
        sliderLabel={t("rules.field.slider")}
        value={value}
        min={schema.minValue ?? 0}
        max={schema.maxValue ?? 100}
        onChange={(next) => onChange(String(next))}
        {...(className ? { className } : {})}
      />
    );
  }
  return <TextField label={label} schema={schema} text={text} onChange={onChange} className={className} />;
};
