import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { OutputOf } from "#contract/api-route.ts";
import type { dashboardApi } from "#contract/dashboard.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { describeEntry } from "#web/lib/timeline-text.ts";
import { useIsPainted } from "#web/lib/use-is-painted.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";

const dotClasses = [
  ["bg-bad", /fail|block|opt_?out|stop|dnc|reject|error|bounce|complain/],
  ["bg-[oklch(0.72_0.14_75)]", /held|hold|wait|quiet|handoff|unknown/],
  ["bg-ok", /repl|inbound|received|deliver|convert|complet|answer/],
] as const;

const dotClass = (eventType: string): string =>
  dotClasses.find(([, pattern]) => pattern.test(eventType))?.[0] ?? "bg-sea";

type ActivityEntry = OutputOf<typeof dashboardApi.activity>[number];

const ActivityRow = ({ entry, t, wording }: { entry: ActivityEntry; t: TFunction; wording: Wording }) => {
  const age = useAge(entry.createdAt);
  const { title, text, reasons, isSimulated } = describeEntry(entry, t, wording);
  const [firstReason] = reasons;
  const detail = text ?? (firstReason ? reasonText(firstReason, wording).text : null);
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        href={`/people/${entry.personId}`}
        className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-hover max-sm:items-baseline"
      >
        <span
          aria-hidden="true"
          className={cn("size-[7px] shrink-0 rounded-full", dotClass(entry.eventType))}
        />
        <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-3">
          <span className="min-w-0 flex-1 max-sm:line-clamp-2 sm:truncate">
            <b className="mr-1 font-[600]">{formatPhone(entry.personName) || t("dashboard.unnamed")}</b>{" "}
            {title}
            {isSimulated && entry.eventType !== "message_simulated" && (
              <Badge tone="warn" className="ml-1.5">
                {t("simulated.label")}
              </Badge>
            )}
            {detail && <span className="text-soft"> {detail}</span>}
          </span>
          <time dateTime={entry.createdAt} className="shrink-0 text-faint text-xs max-sm:block">
            {age}
          </time>
        </span>
      </Link>
    </li>
  );
};

/** Rows rendered first; the rest follow after the first paint. */
const firstRows = 7;

export const ActivityList = ({ entries }: { entries: readonly ActivityEntry[] }) => {
  const { t } = useTranslation();
  const wording = useWording();
  const isPainted = useIsPainted();
  return (
    <ul className="-mt-2 -mb-1.5">
      {(isPainted ? entries : entries.slice(0, firstRows)).map((entry) => (
        <ActivityRow key={entry.id} entry={entry} t={t} wording={wording} />
      ))}
    </ul>
  );
};
