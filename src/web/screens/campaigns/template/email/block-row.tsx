import { Copy, Filter, GripVertical, Trash2 } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EmailBlock } from "#domain/email/email-design.ts";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { BlockFields, ConditionField } from "./block-fields.tsx";
import { blockIcons } from "./block-icons.ts";

type BlockRowProps = {
  block: EmailBlock;
  kindName: string;
  /** Its kind, and the column in which it stands. */
  name: string;
  place: number;
  /** Says how the handle is used. */
  hintId: string;
  problem: string | undefined;
  /** The lists of a block of columns. */
  columns: ReactNode;
  dropEdge: "above" | "below" | undefined;
  onChange: (block: EmailBlock) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
  onCopy: (() => void) | undefined;
  onDragStart: () => void;
  /** Whether a block of the same list is dragged over. */
  onDragOver: (isBelow: boolean) => boolean;
  onDrop: () => void;
  /** Also after a drag that was given up. */
  onDragEnd: () => void;
};

const moves: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -1000, End: 1000 };

/** One block with its handle and fields. */
export const BlockRow = (props: BlockRowProps) => {
  const { block, name, place, hintId, problem, columns, dropEdge, onChange, onMove, onRemove, onCopy } =
    props;
  const { t } = useTranslation();
  const [showsCondition, setShowsCondition] = useState(block.onlyIf !== null);
  const Icon = blockIcons[block.kind];
  const named = { block: name, place };

  const onKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  const onDragOver = (event: DragEvent<HTMLLIElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    if (!props.onDragOver(event.clientY > top + height / 2)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <li
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        props.onDrop();
      }}
      className={cn(
        "relative grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2 px-2 py-3 sm:pr-4",
        dropEdge === "above" && "shadow-[inset_0_2px_0_var(--sea)]",
        dropEdge === "below" && "shadow-[inset_0_-2px_0_var(--sea)]",
      )}
    >
      <button
        type="button"
        draggable
        aria-label={t("templates.block.handle", named)}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", name);
          const row = event.currentTarget.closest("li");
          if (row) event.dataTransfer.setDragImage(row, 12, 12);
          props.onDragStart();
        }}
        onDragEnd={props.onDragEnd}
        className="grid h-8 w-7 cursor-grab place-items-center rounded-md text-faint hover:bg-hover hover:text-ink active:cursor-grabbing"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <div className="flex min-h-8 flex-wrap items-center gap-x-1 gap-y-0.5">
          <Icon aria-hidden="true" className="mr-1 size-4 text-soft" />
          <span className="font-[540] text-sm">{props.kindName}</span>
          {problem && (
            <span role="alert" className="ml-2 text-bad text-xs">
              {problem}
            </span>
          )}
          <span className="ml-auto flex">
            <Button
              size="icon"
              variant="ghost"
              aria-pressed={showsCondition}
              aria-label={t("templates.block.condition", named)}
              title={t("templates.block.onlyIf")}
              onClick={() => {
                if (showsCondition) onChange({ ...block, onlyIf: null });
                setShowsCondition(!showsCondition);
              }}
            >
              <Filter aria-hidden="true" />
            </Button>
            {onCopy && (
              <Button
                size="icon"
                variant="ghost"
                aria-label={t("templates.block.copy", named)}
                onClick={onCopy}
              >
                <Copy aria-hidden="true" />
              </Button>
            )}
            <Button
              size="icon"
              variant="ghost"
              aria-label={t("templates.block.remove", named)}
              onClick={onRemove}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </span>
        </div>
        {columns}
        {block.kind !== "columns" && block.kind !== "divider" && (
          <BlockFields block={block} onChange={onChange} />
        )}
        {showsCondition && <ConditionField block={block} onChange={onChange} />}
      </div>
    </li>
  );
};
