import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";

export type JsonKey = string | number;
type PickHandler = (keys: readonly JsonKey[]) => void;

/** Branches from this depth on start collapsed. */
const openDepth = 4;
/** Number of entries of a branch that are shown at first. */
const pageSize = 60;

const isBranch = (value: unknown): value is object =>
  value !== null && typeof value === "object" && Object.keys(value).length > 0;

const leafTone = (value: unknown): string =>
  typeof value === "string" ? "text-ink" : typeof value === "object" ? "text-faint" : "text-sea";

const Leaf = ({ value }: { value: unknown }) => (
  <span className={cn("break-words [overflow-wrap:anywhere]", leafTone(value))}>
    {typeof value === "string" ? `"${value}"` : JSON.stringify(value)}
  </span>
);

type NodeProps = {
  name: JsonKey;
  value: unknown;
  keys: readonly JsonKey[];
  onPick?: PickHandler | undefined;
  pickLabel?: PickLabel | undefined;
};
type PickLabel = (keys: readonly JsonKey[]) => string;

const Node = ({ name, value, keys, onPick, pickLabel }: NodeProps) => {
  const [open, setOpen] = useState(keys.length < openDepth);
  const { t } = useTranslation();
  const label = <span className="text-soft">{name}</span>;
  if (!isBranch(value)) {
    const line = (
      <>
        {label}
        <span className="text-faint">: </span>
        <Leaf value={value} />
      </>
    );
    return (
      <li className="pl-4">
        {onPick ? (
          <button
            type="button"
            title={pickLabel?.(keys)}
            onClick={() => onPick(keys)}
            className="-mx-1 min-h-6 rounded px-1 text-left hover:bg-sea-tint"
          >
            {line}
          </button>
        ) : (
          line
        )}
      </li>
    );
  }
  const count = Object.keys(value).length;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-6 items-center rounded pr-1 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-faint transition-transform", open && "rotate-90")}
        />
        {label}
        <span className="ml-1.5 text-faint">
          {t(Array.isArray(value) ? "endpoints.json.items" : "endpoints.json.fields", { count })}
        </span>
      </button>
      {open && (
        <div className="ml-2 border-line border-l pl-2">
          <Branch value={value} keys={keys} onPick={onPick} pickLabel={pickLabel} />
        </div>
      )}
    </li>
  );
};

type BranchProps = Omit<NodeProps, "name" | "value"> & { value: object };

const Branch = ({ value, keys, onPick, pickLabel }: BranchProps) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(pageSize);
  const entries: [JsonKey, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return (
    <ul className="grid">
      {entries.slice(0, shown).map(([name, item]) => (
        <Node
          key={name}
          name={name}
          value={item}
          keys={[...keys, name]}
          onPick={onPick}
          pickLabel={pickLabel}
        />
      ))}
      {entries.length > shown && (
        <li className="pl-4">
          <button
            type="button"
            onClick={() => setShown(shown + 10 * pageSize)}
            className="min-h-6 rounded text-sea hover:underline"
          >
            {t("endpoints.json.more", { count: entries.length - shown })}
          </button>
        </li>
      )}
    </ul>
  );
};

type JsonTreeProps = { value: unknown; onPick?: PickHandler; pickLabel?: PickLabel };

/** A JSON value as a collapsible tree. `onPick` receives the path of the value that was clicked. */
export const JsonTree = ({ value, onPick, pickLabel }: JsonTreeProps) => (
  <div className="min-w-0 font-mono text-xs leading-5">
    {isBranch(value) ? (
      <Branch value={value} keys={[]} onPick={onPick} pickLabel={pickLabel} />
    ) : (
      <Leaf value={value} />
    )}
  </div>
);
