import { Check, X } from "lucide-react";
import { Popover as Radix } from "radix-ui";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { matchingOptions, OptionList, optionId, useHighlight } from "./option-list.tsx";

type TokenFieldProps = {
  label: string;
  values: readonly string[];
  /** The values to choose from; without them any text may be typed. */
  options: readonly { value: string; label: string }[] | null;
  /** Any text may be typed although there are options. */
  allowsOther?: boolean;
  onChange: (values: string[]) => void;
  autoFocus?: boolean;
  maxLength?: number;
  className?: string;
};

/** Several values as tokens. Enter or a comma adds the typed or highlighted one, Backspace removes the last. */
export const TokenField = (props: TokenFieldProps) => {
  const { label, values, options, onChange, maxLength = 200, className } = props;
  const allowsOther = props.allowsOther ?? options === null;
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const labelOf = (value: string) => options?.find((option) => option.value === value)?.label ?? value;
  const shown = matchingOptions(
    (options ?? []).map(({ value, label: text }) => ({ id: value, label: text })),
    typed,
  );
  const text = typed.trim();
  const isOwn = allowsOther && text !== "" && !shown.some((option) => option.label === text);
  const list = isOwn ? [...shown, { id: text, label: t("audience.useTyped", { value: text }) }] : shown;

  const add = (added: readonly string[]) => {
    onChange([...new Set([...values, ...added])]);
    setTyped("");
  };
  const toggle = (index: number) => {
    const option = list[index];
    if (!option) return;
    if (values.includes(option.id)) onChange(values.filter((value) => value !== option.id));
    else add([option.id]);
    input.current?.focus();
  };
  const { highlighted, setActive, onKeyDown } = useHighlight(list.length, toggle);
  const addTyped = () => {
    const parts = text.split(",").map((part) => part.trim());
    if (allowsOther && text !== "") add(parts.filter(Boolean));
  };

  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && typed === "" && values.length > 0) onChange(values.slice(0, -1));
    if (event.key === "," && allowsOther) {
      event.preventDefault();
      addTyped();
      return;
    }
    if (event.key === "Escape" && isOpen) {
      // The first Escape closes the list, a second one what is around the field.
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      return;
    }
    if (event.key === "Enter" && !isOpen && text === "") return;
    if (event.key === "ArrowDown" && !isOpen) setOpen(true);
    onKeyDown(event);
  };

  return (
    <Radix.Root open={isOpen && list.length > 0} onOpenChange={setOpen}>
      <Radix.Anchor asChild>
        <div
          ref={box}
          onPointerDown={(event) => {
            if (event.target !== box.current) return;
            event.preventDefault();
            input.current?.focus();
          }}
          className={cn(
            "flex min-h-9 w-full min-w-0 flex-wrap items-center gap-1 rounded-lg border border-edge bg-panel px-1.5 py-1 focus-within:border-sea hover:border-soft",
            className,
          )}
        >
          {values.map((value) => (
            <span
              key={value}
              className="inline-flex max-w-full items-center gap-0.5 rounded-md bg-sea-tint py-0.5 pl-1.5 font-[540] text-sea text-xs"
            >
              <span className="truncate">{labelOf(value)}</span>
              <button
                type="button"
                aria-label={t("audience.removeValue", { value: labelOf(value) })}
                onClick={() => {
                  onChange(values.filter((other) => other !== value));
                  input.current?.focus();
                }}
                className="grid size-5 shrink-0 place-items-center rounded hover:bg-hover"
              >
                <X aria-hidden="true" className="size-3" />
              </button>
            </span>
          ))}
          <input
            ref={input}
            role="combobox"
            aria-label={label}
            aria-expanded={isOpen && list.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && list.length > 0 ? optionId(listId, highlighted) : undefined}
            // biome-ignore lint/a11y/noAutofocus: the field replaces the cell that was being edited
            autoFocus={props.autoFocus}
            value={typed}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            placeholder={values.length === 0 ? t("audience.addValue") : undefined}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => {
              addTyped();
              setOpen(false);
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
              setOpen(true);
            }}
            onKeyDown={onFieldKey}
            className="h-6 min-w-16 flex-1 bg-transparent px-1 text-base outline-none sm:text-sm"
          />
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (box.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 w-(--radix-popover-trigger-width) min-w-48 rounded-xl border border-line bg-panel shadow-float"
        >
          <OptionList
            id={listId}
            label={label}
            options={list}
            highlighted={highlighted}
            onHighlight={setActive}
            onChoose={toggle}
            isChosen={({ id }) => values.includes(id)}
            mark={<Check aria-hidden="true" />}
            className="max-h-60"
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
