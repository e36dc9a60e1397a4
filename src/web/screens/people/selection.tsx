import { createContext, useCallback, useContext, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

type Selection = {
  /** In the order of the list, and only those that are in it. */
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  all: boolean;
};

const SelectionContext = createContext<Selection | undefined>(undefined);
export const SelectionProvider = SelectionContext.Provider;

const useSelectionContext = (): Selection => {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error("There is no selection here");
  return selection;
};

const none: ReadonlySet<string> = new Set();

/** Whoever leaves the list, by a filter or by being deleted, also leaves the selection. */
export const useSelection = (rows: readonly PersonListItem[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none);
  const ids = useMemo(
    () => (chosen.size === 0 ? [] : rows.map(({ id }) => id).filter((id) => chosen.has(id))),
    [rows, chosen],
  );
  const all = rows.length > 0 && ids.length === rows.length;
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(none), []);
  return useMemo(
    () => ({
      ids,
      all,
      toggle,
      clear,
      has: (id) => chosen.has(id),
      toggleAll: () => setChosen(all ? none : new Set(rows.map(({ id }) => id))),
    }),
    [ids, all, chosen, rows, toggle, clear],
  );
};

export const SelectAll = () => {
  const { t } = useTranslation();
  const { ids, all, toggleAll } = useSelectionContext();
  return (
    <Checkbox
      aria-label={t("people.selectAll")}
      checked={all ? true : ids.length > 0 ? "indeterminate" : false}
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
