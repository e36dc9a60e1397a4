import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

const tones = {
  sea: "bg-sea-tint text-sea",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
} as const;

type NoticeProps = {
  icon: LucideIcon;
  tone: keyof typeof tones;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
};

/** What the operator must know before anything else on the page. */
export const Notice = ({ icon: Icon, tone, title, text, action }: NoticeProps) => (
  <div
    role="status"
    className={cn("flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-4 py-3", tones[tone])}
  >
    <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.9} />
    <div className="min-w-0 flex-1 basis-52 text-sm">
      <p className="font-[600] wrap-anywhere">{title}</p>
      {text && <p className="text-ink wrap-anywhere">{text}</p>}
    </div>
    {action}
  </div>
);
