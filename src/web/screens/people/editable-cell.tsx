import { Popover as Radix } from "radix-ui";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { TokenField } from "#web/components/audience/token-field.tsx";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ChangePerson, PersonListChange } from "./use-person-change.ts";

/** How a cell is edited. `toChange` says what a value changes of the person; undefined is no change. */
export type CellEditor =
  | {
      kind: "choice";
      value: string;
      options: readonly { value: string; label: string }[];
      toChange: (value: string) => PersonListChange | undefined;
    }
  | {
      kind: "text";
      value: string;
      type: "text" | "email" | "tel";
      toChange: (value: string) => PersonListChange;
    }
  | { kind: "tags"; value: readonly string[]; toChange: (value: string[]) => PersonListChange };

const ChangeContext = createContext<ChangePerson | undefined>(undefined);
/** Without it, cells are only shown. */
export const CellEditingProvider = ChangeContext.Provider;

type EditorProps<E> = {
  label: string;
  editor: E;
  onSave: (change: PersonListChange | undefined) => void;
  onCancel: () => void;
};

const editorClass = "h-8 w-full text-sm";

const ChoiceEditor = ({ label, editor, onSave, onCancel }: EditorProps<CellEditor & { kind: "choice" }>) => {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    select.current?.focus();
    try {
      select.current?.showPicker();
    } catch {
      // Some browsers open it only on a press; the arrow keys work without it.
    }
  }, []);
  return (
    <Select
      ref={select}
      aria-label={label}
      value={editor.value}
      onChange={({ target }) => onSave(editor.toChange(target.value))}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Its list is part of the field.
        if (!currentTarget.contains(relatedTarget)) onCancel();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onCancel();
      }}
      className={editorClass}
    >
      {editor.options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
};

const TextEditor = ({ label, editor, onSave, onCancel }: EditorProps<CellEditor & { kind: "text" }>) => {
  const [text, setText] = useState(editor.value);
  const isDone = useRef(false);
  const finish = (save: boolean) => {
    // Removing the field also takes its focus.
    if (isDone.current) return;
    isDone.current = true;
    if (save && text.trim() !== editor.value) onSave(editor.toChange(text.trim()));
    else onCancel();
  };
  return (
    <Input
      autoFocus
      type={editor.type}
      aria-label={label}
      value={text}
      maxLength={254}
      autoComplete="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") finish(false);
      }}
      className={editorClass}
    />
  );
};

const TagsEditor = ({ label, editor, onSave, onCancel }: EditorProps<CellEditor & { kind: "tags" }>) => {
  const { t } = useTranslation();
  const [tags, setTags] = useState<string[]>([...editor.value]);
  const isChanged = JSON.stringify(tags) !== JSON.stringify(editor.value);
  const finish = () => (isChanged ? onSave(editor.toChange(tags)) : onCancel());
  return (
    <Radix.Root open onOpenChange={(open) => !open && finish()}>
      <Radix.Anchor className="block h-8 rounded-lg border border-sea" />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="start"
          sideOffset={-32}
          collisionPadding={12}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            onCancel();
          }}
          className="z-50 grid w-72 gap-2 rounded-xl border border-line bg-panel p-2 shadow-float"
        >
          <TokenField
            label={label}
            values={tags}
            options={null}
            autoFocus
            maxLength={60}
            onChange={setTags}
          />
          <Button size="sm" variant="primary" onClick={finish} className="justify-self-end">
            {t("people.edit.done")}
          </Button>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

const Editor = (props: EditorProps<CellEditor>) => {
  const { editor } = props;
  if (editor.kind === "choice") return <ChoiceEditor {...props} editor={editor} />;
  if (editor.kind === "text") return <TextEditor {...props} editor={editor} />;
  return <TagsEditor {...props} editor={editor} />;
};

const cellSelector = "[data-cell]";

/** The cell beside or above this one. */
const neighbour = (cell: HTMLElement, key: string): HTMLElement | null | undefined => {
  const row = cell.closest("tr");
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const cells = [...(row?.querySelectorAll<HTMLElement>(cellSelector) ?? [])];
    return cells[cells.indexOf(cell) + (key === "ArrowRight" ? 1 : -1)];
  }
  const other = key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  return other?.querySelector<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`);
};

/** Focuses the first cell of a row that can be edited. */
export const focusFirstCell = (row: Element | null | undefined): void =>
  row?.querySelector<HTMLElement>(cellSelector)?.focus();

type EditableCellProps = {
  person: PersonListItem;
  column: string;
  /** The heading of the column. */
  label: string;
  editor: CellEditor;
  children: ReactNode;
};

/** A cell that is edited by a double click, or by Enter or F2 while it has the focus; Escape cancels. */
export const EditableCell = ({ person, column, label, editor, children }: EditableCellProps) => {
  const { t } = useTranslation();
  const change = useContext(ChangeContext);
  const [isEditing, setEditing] = useState(false);
  const cell = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (isEditing || !wantsFocus.current) return;
    wantsFocus.current = false;
    cell.current?.focus();
  }, [isEditing]);
  if (!change) return children;

  const stop = () => {
    wantsFocus.current = true;
    setEditing(false);
  };
  if (isEditing)
    return (
      <Editor
        label={label}
        editor={editor}
        onCancel={stop}
        onSave={(next) => {
          stop();
          if (next) void change(person, next);
        }}
      />
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      setEditing(true);
    }
    if (event.key === "Escape") cell.current?.closest("tr")?.focus();
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    neighbour(event.currentTarget, event.key)?.focus();
  };
  return (
    <button
      ref={cell}
      type="button"
      tabIndex={-1}
      data-cell={column}
      title={t("people.edit.hint")}
      onDoubleClick={() => setEditing(true)}
      onKeyDown={onKeyDown}
      className={cn(
        "-mx-1.5 flex h-8 w-[calc(100%+12px)] min-w-0 items-center rounded-md px-1.5 text-left hover:bg-bg focus:outline-2 focus:outline-sea",
      )}
    >
      {children}
    </button>
  );
};
