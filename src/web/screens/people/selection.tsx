import { createContext, useCallback, useContext, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

export type Selection = {
  /** Selected ids that are in the list, in its order. */
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  isAllSelected: boolean;
  /** Everybody who matches the filters, loaded or not. */
  isAllMatching: boolean;
  selectAllMatching: () => void;
};

const SelectionContext = createContext<Selection | undefined>(undefined);
export const SelectionProvider = SelectionContext.Provider;

const useSelectionContext = (): Selection => {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error("There is no selection here");
  return selection;
};

const nothingSelected: ReadonlySet<string> = new Set();

/** A person who is filtered out or deleted is no longer selected. */
export const useSelection = (rows: readonly PersonListItem[]): Selection => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(nothingSelected);
  const [wantsAll, setWantsAll] = useState(false);
  const ids = useMemo(
    () => (selected.size === 0 ? [] : rows.map(({ id }) => id).filter((id) => selected.has(id))),
    [rows, selected],
  );
  const isAllSelected = rows.length > 0 && ids.length === rows.length;
  const isAllMatching = wantsAll && ids.length > 0;
  const toggle = useCallback((id: string) => {
    setWantsAll(false);
    setSelected((previous) => {
      const next = new Set(previous);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => {
    setWantsAll(false);
    setSelected(nothingSelected);
  }, []);
  const selectAllMatching = useCallback(() => setWantsAll(true), []);
  return useMemo(
    () => ({
      ids,
      isAllSelected,
      toggle,
      clear,
      isAllMatching,
      selectAllMatching,
      has: (id) => isAllMatching || selected.has(id),
      toggleAll: () => {
        setWantsAll(false);
        setSelected(isAllSelected ? nothingSelected : new Set(rows.map(({ id }) => id)));
      },
    }),
    [ids, isAllSelected, isAllMatching, selectAllMatching, selected, rows, toggle, clear],
  );
};

export const SelectAll = () => {
  const { t } = useTranslation();
  const { ids, isAllSelected, isAllMatching, toggleAll } = useSelectionContext();
  return (
    <Checkbox
      aria-label={t("people.selectAll")}
      checked={isAllSelected || isAllMatching ? true : ids.length > 0 ? "indeterminate" : false}
      onCheckedChange={toggleAll}
      className="align-middle"
    />
  );
};

export const SelectRow = ({ id, label }: { id: string; label: string }) => {
  const { has, toggle } = useSelectionContext();
  return (
    <Checkbox
      aria-label={label}
      checked={has(id)}
      onCheckedChange={() => toggle(id)}
      className="align-middle"
    />
  );
};
