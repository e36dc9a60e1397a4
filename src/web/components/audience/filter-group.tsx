import { Copy, Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import {
  changeGroup,
  changeNode,
  type DraftGroup,
  duplicateNode,
  emptyGroup,
  emptyRow,
  groupModes,
  mayAddGroup,
  mayAddRow,
  removeNode,
} from "./audience-draft.ts";
import type { AudienceFields } from "./audience-sentence.ts";
import { EverybodyRow, FilterRow } from "./filter-row.tsx";

type FilterGroupProps = {
  fields: AudienceFields;
  root: DraftGroup;
  group: DraftGroup;
  /** The root is on level 1. */
  level: number;
  /** The row that was added last. */
  newRow: number | undefined;
  onChange: (root: DraftGroup, newRow?: number) => void;
};

const AddButtons = ({ root, group, level, onChange }: FilterGroupProps) => {
  const { t } = useTranslation();
  const addRow = () => {
    const row = emptyRow();
    onChange(
      changeGroup(root, group.id, (one) => ({ ...one, children: [...one.children, row] })),
      row.id,
    );
  };
  const addGroup = () => {
    const added = emptyGroup(group.mode === "any" ? "all" : "any");
    onChange(
      changeGroup(root, group.id, (one) => ({ ...one, children: [...one.children, added] })),
      added.children[0]?.id,
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button
        size="sm"
        variant="ghost"
        data-add={group.id}
        disabled={!mayAddRow(root, group)}
        onClick={addRow}
        className="text-sea max-sm:h-9"
      >
        <Plus aria-hidden="true" />
        {t("audience.addRow")}
      </Button>
      {mayAddGroup(root, group, level) && (
        <Button size="sm" variant="ghost" onClick={addGroup} className="max-sm:h-9">
          <Plus aria-hidden="true" />
          {t("audience.addGroup")}
        </Button>
      )}
      {!mayAddRow(root, group) && <span className="text-faint text-xs">{t("audience.limit")}</span>}
    </div>
  );
};

/** A group as a sentence: "All of", followed by its rows and groups. */
export const FilterGroup = (props: FilterGroupProps) => {
  const { fields, root, group, level, newRow, onChange } = props;
  const { t } = useTranslation();
  const setMode = (value: string) => {
    const mode = groupModes.find((candidate) => candidate === value);
    if (mode) onChange(changeGroup(root, group.id, (one) => ({ ...one, mode })));
  };
  return (
    <fieldset
      aria-label={`${t("audience.groupLabel")}: ${t(`audience.mode.${group.mode}`)}`}
      className={cn("grid min-w-0 gap-2", level > 1 && "rounded-lg border border-line bg-bg/60 p-2.5")}
    >
      <div className="flex items-center gap-1">
        <Select
          aria-label={t("audience.modeLabel")}
          value={group.mode}
          onChange={({ target }) => setMode(target.value)}
          className="h-8 font-[600] max-sm:h-9"
        >
          {groupModes
            .filter((mode) => mode !== "not_all" || group.mode === "not_all")
            .map((mode) => (
              <option key={mode} value={mode}>
                {t(`audience.mode.${mode}`)}
              </option>
            ))}
        </Select>
        <span aria-hidden="true" className="text-faint">
          …
        </span>
        {level > 1 && (
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              size="icon"
              className="size-8 max-sm:size-9"
              aria-label={t("audience.duplicateGroup")}
              title={t("audience.duplicateGroup")}
              onClick={() => onChange(duplicateNode(root, group.id))}
            >
              <Copy aria-hidden="true" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="size-8 max-sm:size-9"
              aria-label={t("audience.removeGroup")}
              title={t("audience.removeGroup")}
              onClick={() => onChange(removeNode(root, group.id))}
            >
              <X aria-hidden="true" />
            </Button>
          </span>
        )}
      </div>
      {group.children.length > 0 && (
        <ul className={cn("grid min-w-0 gap-2 border-line border-l-2 pl-3 max-sm:pl-2")}>
          {group.children.map((node, index) =>
            node.kind === "group" ? (
              <li key={node.id} className="min-w-0">
                <FilterGroup {...props} group={node} level={level + 1} />
              </li>
            ) : node.kind === "everybody" ? (
              <EverybodyRow key={node.id} node={node} onRemove={() => onChange(removeNode(root, node.id))} />
            ) : (
              <FilterRow
                key={node.id}
                fields={fields}
                row={node}
                number={index + 1}
                isNew={node.id === newRow}
                onChange={(row) => onChange(changeNode(root, node.id, () => [row]))}
                onDuplicate={() => onChange(duplicateNode(root, node.id))}
                onRemove={() => onChange(removeNode(root, node.id))}
              />
            ),
          )}
        </ul>
      )}
      <AddButtons {...props} />
    </fieldset>
  );
};
