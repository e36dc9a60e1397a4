import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";

type RowListProps = {
  hint: string;
  add: string;
  rows: readonly { id: string }[];
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** How the fields of a row share its width. */
  layout: string;
  error: string | undefined;
  children: (index: number) => ReactNode;
};

/** Rows that can be added and taken away, but for the last one. */
export const RowList = ({ hint, add, rows, onAdd, onRemove, layout, error, children }: RowListProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <p className="text-faint text-xs">{hint}</p>
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <li key={row.id} className="flex items-start gap-2 max-sm:border-line max-sm:border-b max-sm:pb-3">
            <div className={cn("grid min-w-0 flex-1 gap-2", layout)}>{children(index)}</div>
            <Button
              size="icon"
              variant="ghost"
              disabled={rows.length === 1}
              aria-label={t("rules.removeRow", { number: index + 1 })}
              onClick={() => onRemove(index)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <div>
        <Button size="sm" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      </div>
    </div>
  );
};
