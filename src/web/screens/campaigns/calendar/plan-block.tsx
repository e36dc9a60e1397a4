import { Megaphone } from "lucide-react";
import type { PlanItem } from "#contract/plan.ts";
import { StepIcon } from "#web/components/sequence/step-icon.tsx";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { cn } from "#web/lib/cn.ts";
import { useItemText } from "./use-item-text.ts";

type PlanLook = "set" | "rule" | "waits" | "held";

export const lookOf = ({ kind, at, code }: PlanItem): PlanLook => {
  if (at === null) return "held";
  if (code !== null) return "waits";
  return kind === "broadcast" ? "set" : "rule";
};

const looks: Record<PlanLook, string> = {
  set: "border-l-sea bg-sea-tint border-sea/30",
  rule: "border-l-sea/60 bg-panel border-line",
  waits: "border-l-warn bg-warn-tint border-warn/30",
  held: "border-dashed border-edge bg-panel",
};

export const legendFills: Record<PlanLook, string> = {
  set: "bg-sea",
  rule: "bg-sea/55",
  waits: "bg-warn",
  held: "border border-dashed border-edge",
};

const ItemIcon = ({ item: { kind, type } }: { item: PlanItem }) => {
  const className = "size-3.5 shrink-0";
  if (kind === "broadcast" || type === null)
    return <Megaphone aria-hidden="true" className={className} strokeWidth={1.9} />;
  return type === "x" ? (
    <ChannelIcon channel={type} className={className} />
  ) : (
    <StepIcon type={type} className={className} />
  );
};

/** One item of the plan. Pressed, it shows its people. */
export const PlanBlock = ({ item, onOpen }: { item: PlanItem; onOpen: (item: PlanItem) => void }) => {
  const textOf = useItemText();
  const { title, what, why } = textOf(item);
  const look = lookOf(item);
  return (
    <button
      type="button"
      onClick={() => onOpen(item)}
      title={[title, what, why].filter(Boolean).join(" · ")}
      className={cn(
        "grid w-full min-w-0 rounded-md border px-1.5 py-1 text-left text-xs leading-4 hover:brightness-[0.97] max-sm:min-h-11 dark:hover:brightness-110",
        look !== "held" && "border-l-[3px]",
        looks[look],
      )}
    >
      <span className="truncate font-[620]">{title}</span>
      <span className="flex min-w-0 items-center gap-1 text-soft">
        <ItemIcon item={item} />
        <span className="truncate">{[what, why].filter(Boolean).join(" · ")}</span>
      </span>
    </button>
  );
};
