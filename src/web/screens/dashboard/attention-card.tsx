import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  ClipboardCheck,
  Clock3,
  FileWarning,
  Headset,
  Info,
  type LucideIcon,
  MailWarning,
  MailX,
  ShieldAlert,
  Webhook,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { AttentionKind } from "#domain/attention.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";

/** Where each is acted on; `isLate` marks what somebody waits for. */
const kinds: Record<AttentionKind, { icon: LucideIcon; href: string; isLate?: true }> = {
  handoffs: { icon: Headset, href: "/inbox", isLate: true },
  waiting: { icon: Clock3, href: "/inbox?view=waiting", isLate: true },
  reviews: { icon: ShieldAlert, href: "/inbox?view=review" },
  approvals: { icon: ClipboardCheck, href: "/approvals" },
  outages: { icon: Info, href: "/informational/luma?notice=largest" },
  unknownSends: { icon: MailWarning, href: "/compliance?tab=unknown" },
  notSent: { icon: MailX, href: "/inbox?view=not_sent" },
  endpoints: { icon: Webhook, href: "/endpoints" },
  deadLetters: { icon: FileWarning, href: "/endpoints" },
};

/** What waits for an operator, each with one click to act. */
export const AttentionCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(firstRoutes.attention));
  if (!data) return null;
  return (
    <section aria-label={t("dashboard.attention.title")}>
      {data.items.length === 0 && (
        <p className="flex items-center gap-3 rounded-card border border-line bg-panel px-4 py-3.5 shadow-card">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
          <span>
            <b className="block font-[600]">{t("dashboard.attention.none")}</b>
            <span className="text-sm text-soft">{t("dashboard.attention.noneText")}</span>
          </span>
        </p>
      )}
      {data.items.length > 0 && (
        <ul className="flex gap-px overflow-x-auto rounded-card sm:flex-wrap border border-line bg-line shadow-card">
          {data.items.map(({ kind, count, since, personId }) => {
            const { icon: Icon, href, isLate } = kinds[kind];
            return (
              <li key={kind} className="min-w-44 flex-1 basis-44 bg-panel sm:min-w-40 sm:basis-40">
                <Link
                  href={kind === "handoffs" && personId ? `/inbox/${personId}` : href}
                  className="flex h-full items-start gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <Icon
                    aria-hidden="true"
                    className={cn("mt-1 size-4.5 shrink-0", isLate ? "text-bad" : "text-soft")}
                  />
                  <span className="min-w-0">
                    <span className="block font-[640] text-lg leading-6 tabular-nums">
                      {format.number(count)}
                    </span>
                    <span className="block text-sm">{t(`dashboard.attention.kind.${kind}`, { count })}</span>
                    {since && (
                      <span className="block text-2xs text-faint">
                        {t("dashboard.attention.since", { time: format.age(since, Date.now()) })}
                      </span>
                    )}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
