import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import type { EditPerson, PersonEdit } from "./use-person-edit.ts";

/** A value of a person, with the control that changes it. */
export type Fact = {
  id: string;
  label: string;
  value: unknown;
  shown: ReactNode;
  input: (value: unknown, onChange: (value: unknown) => void) => ReactNode;
  toEdit: (value: unknown) => PersonEdit;
};

type FactLineProps = { label: string; labelId?: string; isWide?: boolean; children: ReactNode };

/** A label and its value beside it; below it where the value needs the whole width. */
export const FactLine = ({ label, labelId, isWide = false, children }: FactLineProps) => (
  <div
    className={cn(
      "grid min-h-[30px] items-center gap-x-2 py-0.5 text-sm max-sm:min-h-9",
      isWide ? "grid-cols-1 gap-y-1 py-1.5" : "grid-cols-[var(--fact-label,116px)_minmax(0,1fr)]",
    )}
  >
    <dt id={labelId} title={label} className="line-clamp-3 text-[12.5px] text-faint leading-4 wrap-anywhere">
      {label}
    </dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

/** Opens a control for one value; Enter saves, Escape cancels. */
export const FactRow = ({ fact, onEdit }: { fact: Fact; onEdit: EditPerson | undefined }) => {
  const { t } = useTranslation();
  const labelId = useId();
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isEditing = draft !== undefined;
  // Also after a refusal: the control was disabled while it was saved, and lost the focus.
  useEffect(() => {
    if (isEditing && !isSaving)
      form.current?.querySelector<HTMLElement>("input, select, button[role=checkbox]")?.focus();
  }, [isEditing, isSaving]);
  const close = () => {
    setDraft(undefined);
    setError(undefined);
    queueMicrotask(() => button.current?.focus());
  };
  const save = async () => {
    if (!draft || !onEdit) return;
    if (JSON.stringify(draft.value ?? null) === JSON.stringify(fact.value ?? null)) {
      close();
      return;
    }
    setSaving(true);
    const problem = await onEdit(fact.toEdit(draft.value));
    setSaving(false);
    if (problem === undefined) close();
    else setError(problem);
  };
  return (
    <FactLine label={fact.label} labelId={labelId} isWide={isEditing}>
      {draft && onEdit ? (
        <form
          ref={form}
          aria-labelledby={labelId}
          // The server's answer is shown in the user's language.
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.stopPropagation();
              close();
            }
          }}
          className="grid gap-1.5"
        >
          <fieldset
            aria-label={fact.label}
            disabled={isSaving}
            className="min-w-0 [&_input]:h-9 [&_select]:h-9"
          >
            {fact.input(draft.value, (value) => setDraft({ value }))}
          </fieldset>
          {error && (
            <p role="alert" className="text-bad text-xs">
              {error}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button size="sm" className="max-sm:h-9" onClick={close}>
              {t("action.cancel")}
            </Button>
            <Button size="sm" className="max-sm:h-9" type="submit" variant="primary" disabled={isSaving}>
              {t(isSaving ? "action.saving" : "action.save")}
            </Button>
          </div>
        </form>
      ) : onEdit ? (
        <button
          ref={button}
          type="button"
          data-fact
          onClick={() => setDraft({ value: fact.value })}
          className="-mx-1.5 flex min-h-[26px] w-[calc(100%+12px)] items-center rounded-md px-1.5 text-left hover:bg-hover max-sm:min-h-9"
        >
          <span className="sr-only">{t("personPage.facts.edit", { label: fact.label })} </span>
          <span className="min-w-0 truncate">{fact.shown}</span>
        </button>
      ) : (
        <span className="block truncate">{fact.shown}</span>
      )}
    </FactLine>
  );
};
