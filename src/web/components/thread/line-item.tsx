import {
  AlarmClock,
  ArrowLeftRight,
  BellOff,
  Check,
  CircleDot,
  FileInput,
  type LucideIcon,
  ShieldAlert,
  SquareCheck,
  TrendingDown,
  TrendingUp,
  UserRound,
  Zap,
} from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadItem } from "#contract/threads.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { humanise } from "#web/lib/json-schema.ts";
import { describeEntry } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";

const icons: Record<string, LucideIcon> = {
  thread_closed: Check,
  thread_snoozed: AlarmClock,
  thread_woken: AlarmClock,
  thread_assigned: UserRound,
  thread_taken: ArrowLeftRight,
  task_added: SquareCheck,
  task_done: SquareCheck,
  external_task_added: SquareCheck,
  external_task_done: SquareCheck,
  opted_out: BellOff,
  review_opened: ShieldAlert,
  rule_fired: Zap,
  sequence_ended: Zap,
};

/** Whether the intent rose or fell, where an entry says so. */
const intentChange = (metadata: Record<string, unknown> | null): "rose" | "fell" | undefined => {
  const change = metadata?.intent;
  if (change === null || typeof change !== "object") return undefined;
  const { before, after } = change as { before?: unknown; after?: unknown };
  if (typeof before !== "number" || typeof after !== "number" || before === after) return undefined;
  return after > before ? "rose" : "fell";
};

type LineItemProps = { item: Extract<ThreadItem, { kind: "line" }> };

/** What happened and is no message, in one line. */
export const LineItem = ({ item }: LineItemProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const { title, text } = describeEntry(item, t, wording);
  const change = item.eventType === "scores_changed" ? intentChange(item.metadata) : undefined;
  const Icon =
    change === "rose" ? TrendingUp : change === "fell" ? TrendingDown : (icons[item.eventType] ?? CircleDot);
  const tone = change === "rose" ? "text-ok" : change === "fell" ? "text-bad" : undefined;
  return (
    <p className="flex items-center gap-2 self-stretch pl-0.5 text-[12.5px] text-soft leading-[18px]">
      <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", tone ?? "text-faint")} />
      <span className="min-w-0 truncate" title={[title, text].filter(Boolean).join(" · ")}>
        <b className={cn("font-[560]", tone ?? "text-ink")}>{title}</b>
        {text && ` ${text}`}
      </span>
      <time
        dateTime={item.at}
        title={format.dateTime(item.at)}
        className="ml-auto shrink-0 text-[11.5px] text-faint"
      >
        {format.time(item.at)}
      </time>
    </p>
  );
};

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Senders name the stage in either way; its values are those of the product. */
const stageFields: readonly string[] = ["stage", "status"];

type FormItemProps = { item: Extract<ThreadItem, { kind: "form" }> };

/** A form or another event that the person caused; what they answered is a small card. */
export const FormItem = ({ item }: FormItemProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const { type, endpoint, text, answers } = item;
  const name = type
    ? upperFirst(eventName(type, i18n.language === "es" ? "es" : "en"))
    : t("people.event.event_any");
  const labelText = (label: string) =>
    String(t(`inbox.answerField.${label}` as never, { defaultValue: humanise(label) } as never));
  const valueText = (label: string, value: string) =>
    stageFields.includes(label) ? worded("people.status", value) : value;
  const line = (
    <p className="flex items-center gap-2 self-stretch pl-0.5 text-[12.5px] text-soft leading-[18px]">
      <FileInput aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 truncate" title={text ?? name}>
        <b className="font-[560] text-ink">{name}</b>
        {endpoint && ` ${t("people.event.from", { endpoint })}`}
        {text && answers.length === 0 && `: ${text}`}
      </span>
      <time
        dateTime={item.at}
        title={format.dateTime(item.at)}
        className="ml-auto shrink-0 text-[11.5px] text-faint"
      >
        {format.time(item.at)}
      </time>
    </p>
  );
  if (answers.length === 0) return line;
  return (
    <div className="w-full max-w-[78%] rounded-[10px] rounded-tl-[3px] border border-line bg-panel px-3 py-2 max-sm:max-w-[88%]">
      {line}
      {text && <p className="mt-1.5 whitespace-pre-line break-words text-[13.5px] leading-5">{text}</p>}
      <dl className="mt-1.5 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1 text-[12.5px] leading-[18px]">
        {answers.map(({ label, value }) => (
          <Fragment key={`${label} ${value}`}>
            <dt className="truncate text-faint" title={label}>
              {labelText(label)}
            </dt>
            <dd className="line-clamp-2 break-words" title={value}>
              {valueText(label, value)}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
};
