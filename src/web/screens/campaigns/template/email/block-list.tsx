import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BlockKind, blockKinds, type EmailBlock, type LeafBlock } from "#domain/email/email-design.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { copyBlock, moveBlock, newBlock, replaceBlock } from "./block-edits.ts";
import { blockIcons } from "./block-icons.ts";
import { BlockRow } from "./block-row.tsx";

const maxLeaves = 10;

type BlockListProps = {
  label: string;
  blocks: readonly EmailBlock[];
  /** What is wrong with blocks, by their id. */
  problems: ReadonlyMap<string, string>;
  maxBlocks: number;
  /** A column, which holds no columns. */
  isColumn?: boolean;
  onChange: (edit: (blocks: readonly EmailBlock[]) => EmailBlock[]) => void;
};

/** Blocks from top to bottom. A handle moves each with the pointer or the arrow keys. */
export const BlockList = ({
  label,
  blocks,
  problems,
  maxBlocks,
  isColumn = false,
  onChange,
}: BlockListProps) => {
  const { t } = useTranslation();
  const hintId = useId();
  const dragged = useRef<string>(undefined);
  const [dropAt, setDropAt] = useState<number>();
  const [said, setSaid] = useState("");
  const kinds = blockKinds.filter((kind) => !(isColumn && kind === "columns"));
  const kindName = (kind: BlockKind) => t(`templates.block.kind.${kind}`);
  const nameOf = (kind: BlockKind) =>
    isColumn ? t("templates.block.inColumn", { block: kindName(kind), column: label }) : kindName(kind);

  const move = (id: string, to: number) => {
    const from = blocks.findIndex((block) => block.id === id);
    const place = Math.max(0, Math.min(to, blocks.length - 1));
    const block = blocks[from];
    if (!block || place === from) return;
    onChange((list) => moveBlock(list, id, place));
    setSaid(
      t("templates.block.moved", { block: nameOf(block.kind), place: place + 1, count: blocks.length }),
    );
  };
  const remove = (block: EmailBlock, index: number) => {
    onChange((list) => list.filter(({ id }) => id !== block.id));
    toast({
      title: t("templates.block.removed", { block: nameOf(block.kind) }),
      action: {
        label: t("templates.block.undo"),
        run: () => onChange((list) => list.toSpliced(index, 0, block)),
      },
    });
  };
  const endDrag = () => {
    dragged.current = undefined;
    setDropAt(undefined);
  };
  const drop = () => {
    const id = dragged.current;
    if (id !== undefined && dropAt !== undefined) {
      const from = blocks.findIndex((block) => block.id === id);
      move(id, dropAt > from ? dropAt - 1 : dropAt);
    }
    endDrag();
  };

  return (
    <div className="grid min-w-0 grid-cols-1">
      <p id={hintId} className="sr-only">
        {t("templates.block.moveHint")}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {blocks.length === 0 && <p className="px-4 py-3 text-faint text-sm">{t("templates.block.none")}</p>}
      <ol aria-label={label} className="min-w-0 divide-y divide-line">
        {blocks.map((block, index) => (
          <BlockRow
            key={block.id}
            block={block}
            kindName={kindName(block.kind)}
            name={nameOf(block.kind)}
            place={index + 1}
            hintId={hintId}
            problem={problems.get(block.id)}
            columns={
              block.kind === "columns" && (
                <ColumnsFields
                  block={block}
                  problems={problems}
                  onChange={(next) => onChange((list) => replaceBlock(list, next))}
                />
              )
            }
            dropEdge={dropAt === index ? "above" : dropAt === index + 1 ? "below" : undefined}
            onChange={(next) => onChange((list) => replaceBlock(list, next))}
            onMove={(by) => move(block.id, index + by)}
            onRemove={() => remove(block, index)}
            onCopy={
              blocks.length < maxBlocks
                ? () => onChange((list) => list.toSpliced(index + 1, 0, copyBlock(block)))
                : undefined
            }
            onDragStart={() => {
              dragged.current = block.id;
            }}
            onDragOver={(isBelow) => {
              if (dragged.current === undefined) return false;
              setDropAt(isBelow ? index + 1 : index);
              return true;
            }}
            onDrop={drop}
            onDragEnd={endDrag}
          />
        ))}
      </ol>
      {blocks.length < maxBlocks && (
        <fieldset
          aria-label={isColumn ? t("templates.block.addTo", { column: label }) : t("templates.block.add")}
          className="flex min-w-0 flex-wrap items-center gap-1.5 border-line border-t px-4 py-3"
        >
          {kinds.map((kind) => {
            const Icon = blockIcons[kind];
            return (
              <Button key={kind} size="sm" onClick={() => onChange((list) => [...list, newBlock(kind)])}>
                <Icon aria-hidden="true" />
                {kindName(kind)}
              </Button>
            );
          })}
        </fieldset>
      )}
    </div>
  );
};

type ColumnsProps = {
  block: Extract<EmailBlock, { kind: "columns" }>;
  problems: ReadonlyMap<string, string>;
  onChange: (block: EmailBlock) => void;
};

const ColumnsFields = ({ block, problems, onChange }: ColumnsProps) => {
  const { t } = useTranslation();
  const { columns } = block;
  return (
    <>
      <div className="w-fit">
        <SegmentedControl
          label={t("templates.block.columnCount")}
          options={[
            { id: "2", label: t("templates.block.columns", { count: 2 }) },
            { id: "3", label: t("templates.block.columns", { count: 3 }) },
          ]}
          value={columns.length === 3 ? "3" : "2"}
          onChange={(id) => {
            const third = columns[2] ?? [];
            // What the third column held goes below the second.
            const [first = [], second = []] = columns;
            onChange({
              ...block,
              columns:
                id === "3" ? [first, second, third] : [first, [...second, ...third].slice(0, maxLeaves)],
            });
          }}
        />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        {columns.map((column, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place
            key={index}
            className="min-w-0 rounded-lg border border-edge border-dashed"
          >
            <p className="px-4 pt-2.5 text-soft text-xs">
              {t("templates.block.column", { number: index + 1 })}
            </p>
            <BlockList
              label={t("templates.block.column", { number: index + 1 })}
              blocks={column}
              problems={problems}
              maxBlocks={maxLeaves}
              isColumn
              onChange={(edit) =>
                onChange({ ...block, columns: columns.with(index, edit(column) as LeafBlock[]) })
              }
            />
          </div>
        ))}
      </div>
    </>
  );
};
