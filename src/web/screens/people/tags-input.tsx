import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "#web/ui/badge.tsx";
import { Input } from "#web/ui/input.tsx";

type TagsInputProps = { value: string[]; onChange: (tags: string[]) => void };

/** Enter or a comma makes a tag of what was typed; Backspace in the empty field takes the last one away. */
export const TagsInput = ({ value, onChange }: TagsInputProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState("");

  const add = () => {
    const added = text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    setText("");
    if (added.length > 0) onChange([...new Set([...value, ...added])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
    if (event.key !== "," && (event.key !== "Enter" || text.trim() === "")) return;
    event.preventDefault();
    add();
  };

  return (
    <div className="grid gap-2">
      <Input
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge className="max-w-full py-0.5 pr-0.5">
                <span className="truncate">{tag}</span>
                <button
                  type="button"
                  aria-label={t("people.tag.remove", { tag })}
                  onClick={() => onChange(value.filter((other) => other !== tag))}
                  className="grid size-5 shrink-0 place-items-center rounded hover:bg-line disabled:hidden [fieldset:disabled_&]:hidden"
                >
                  <X aria-hidden="true" className="size-3" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
