import type { ThreadItem } from "#contract/threads.ts";
import { cn } from "#web/lib/cn.ts";
import { CallItem } from "./call-item.tsx";
import { InboundItem } from "./inbound-item.tsx";
import { FormItem, LineItem } from "./line-item.tsx";
import { NoteItem } from "./note-item.tsx";
import { OutboundItem } from "./outbound-item.tsx";

export type OutboundEntry = Extract<ThreadItem, { kind: "outbound" }>;

/** A line between days, episodes and what is unread. */
export const ThreadSeparator = ({ text, tone = "quiet" }: { text: string; tone?: "quiet" | "sea" }) => (
  <p
    className={cn(
      "my-0.5 flex items-center gap-3 self-stretch font-[540] text-[11.5px] leading-4",
      "before:h-px before:flex-1 before:bg-current before:opacity-30 after:h-px after:flex-1 after:bg-current after:opacity-30",
      tone === "sea"
        ? "text-sea"
        : "text-faint before:bg-line before:opacity-100 after:bg-line after:opacity-100",
    )}
  >
    {text}
  </p>
);

type ThreadEntryProps = {
  item: ThreadItem;
  /** Of the person. */
  name: string;
  /** Shows the address where the person has several. */
  withAddress: boolean;
  onUndone: (item: OutboundEntry) => void;
};

/** One entry of a conversation, by its kind. */
export const ThreadEntry = ({ item, name, withAddress, onUndone }: ThreadEntryProps) => {
  switch (item.kind) {
    case "inbound":
      return <InboundItem item={item} withAddress={withAddress} />;
    case "outbound":
      return <OutboundItem item={item} withAddress={withAddress} onUndone={onUndone} />;
    case "call":
      return <CallItem item={item} name={name} />;
    case "note":
      return <NoteItem note={item} />;
    case "form":
      return <FormItem item={item} />;
    case "line":
      return <LineItem item={item} />;
  }
};
