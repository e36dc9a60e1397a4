import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Input } from "#web/ui/input.tsx";

const tones = {
  ok: "bg-ok-tint",
  warn: "bg-warn-tint shadow-[inset_0_-1.5px_0_var(--warn)]",
  bad: "bg-bad-tint shadow-[inset_0_-1.5px_0_var(--bad)]",
} as const;

type EditableCellProps = {
  label: string;
  text: string;
  /** The text of the file, which is edited. */
  raw: string;
  tone: keyof typeof tones | undefined;
  /** What is wrong with the cell, or was mended. */
  hint: string | undefined;
  isEditing: boolean;
  disabled: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onSave: (text: string) => void;
};

const CellEditor = ({ label, raw, onCancel, onSave }: EditableCellProps) => {
  const [text, setText] = useState(raw);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <Input
      ref={input}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) onSave(text);
        if (event.key === "Escape") onCancel();
      }}
      onBlur={() => onSave(text)}
      className="h-8 min-w-32"
    />
  );
};

/** A cell of the preview; a press opens it as a field. */
export const EditableCell = (props: EditableCellProps) => {
  const { t } = useTranslation();
  const { text, tone, hint, isEditing, disabled, label, onEdit } = props;
  if (isEditing) return <CellEditor {...props} />;
  const shown = text === "" ? <span className="text-faint">{t("import.preview.empty")}</span> : text;
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onEdit}
      title={hint ?? label}
      className={cn(
        "block max-w-full truncate rounded-[5px] px-1.5 py-0.5 text-left",
        tone ? tones[tone] : "hover:bg-hover",
      )}
    >
      {shown}
      {hint && <span className="sr-only">: {hint}</span>}
    </button>
  );
};
