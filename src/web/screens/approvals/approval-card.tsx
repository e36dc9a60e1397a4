import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import {
  Ban,
  BookOpen,
  FilePen,
  ListChecks,
  Megaphone,
  MessageSquare,
  PhoneCall,
  UserPen,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { ApprovalView } from "#contract/approvals.ts";
import { inboxApi } from "#contract/inbox.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { ProposedOptOutText, ProposedValues } from "#web/components/approvals/proposed-values.tsx";
import { useApprovalTexts } from "#web/components/approvals/use-approval-texts.ts";
import { useDecideApproval } from "#web/components/approvals/use-decide-approval.ts";
import { VisibleText } from "#web/components/approvals/visible-text.tsx";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useMay, useUser } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { AskedBroadcastContent, AskedRunsContent, Fact } from "./asked-content.tsx";

const icons = {
  send: MessageSquare,
  call: PhoneCall,
  draft: FilePen,
  knowledge: BookOpen,
  change: UserPen,
  opt_out: Ban,
  broadcast: Megaphone,
  runs: ListChecks,
} as const;
const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;
const stateTones = {
  pending: "warn",
  approved: "ok",
  executed: "ok",
  refused: "quiet",
  expired: "quiet",
  failed: "bad",
} as const;

const minuteMs = 60_000;
const minutesPerDay = 24 * 60;

/** By whole minutes, or hours or days where there are many. */
const useTimeLeft = (expiresAt: string): string => {
  const { t } = useTranslation();
  return useClockText((now) => {
    const minutes = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / minuteMs));
    if (minutes > 2 * minutesPerDay)
      return t("approvals.daysLeft", { count: Math.round(minutes / minutesPerDay) });
    return minutes > 90
      ? t("approvals.hoursLeft", { count: Math.round(minutes / 60) })
      : t("approvals.minutesLeft", { count: minutes });
  });
};

/** Who asks; what came without proof has no user behind it. */
const askedBy = ({ content, tokenName, user }: ApprovalView, t: TFunction): string => {
  if ("broadcast" in content && content.broadcast.askedBy === "user")
    return t("approvals.askedBy", { token: tokenName });
  if ("message" in content && content.message.rule)
    return t("approvals.draftedBy", { rule: content.message.rule.name });
  const isUnproven = "optOut" in content || ("change" in content && content.change.proposer !== "program");
  if (isUnproven) return t("approvals.unproven", { token: tokenName });
  return user
    ? t("approvals.askedFor", { token: tokenName, user: user.name })
    : t("approvals.askedBy", { token: tokenName });
};

const Content = ({ content, cost }: Pick<ApprovalView, "content" | "cost">) => {
  const { t } = useTranslation();
  const format = useFormat();
  if ("change" in content) return <ProposedValues change={content.change} />;
  if ("optOut" in content) return <ProposedOptOutText optOut={content.optOut} />;
  if ("broadcast" in content) return <AskedBroadcastContent asked={content.broadcast} cost={cost} />;
  if ("runs" in content) return <AskedRunsContent asked={content.runs} />;
  if ("knowledge" in content)
    return (
      <div className="grid gap-3">
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("approvals.question")}</p>
          <VisibleText text={content.knowledge.question} />
        </div>
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("approvals.answer")}</p>
          <VisibleText text={content.knowledge.answer} />
        </div>
      </div>
    );
  const { rendered, template, scriptName, purpose, to } = content.message;
  return (
    <div className="grid gap-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {to && <Fact label={t("approvals.to")}>{formatPhone(to)}</Fact>}
        {cost !== null && (
          <Fact label={t("approvals.cost")}>
            {t("approvals.about", { amount: formatDollars(cost, format.numberLocale) })}
          </Fact>
        )}
        {template && <Fact label={t("approvals.template")}>{template}</Fact>}
        {scriptName && <Fact label={t("approvals.script")}>{scriptName}</Fact>}
        <Fact label={t("approvals.purpose")}>{t(`approvals.purposes.${purpose}`)}</Fact>
      </dl>
      {rendered?.subject && (
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("approvals.subject")}</p>
          <VisibleText text={rendered.subject} />
        </div>
      )}
      {rendered && (
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("approvals.text")}</p>
          <VisibleText text={rendered.text} />
        </div>
      )}
    </div>
  );
};

const Gate = ({ gateNow, state }: Pick<ApprovalView, "gateNow" | "state">) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (!gateNow) return null;
  const { ruling, until, reasons } = gateNow;
  const verdict =
    ruling === "wait" && until
      ? t("approvals.ruling.waitUntil", { at: format.dateTime(until) })
      : t(`approvals.ruling.${ruling}`);
  const shown = ruling === "send" ? [] : reasons.filter(({ code }) => toneOf(code) !== "note");
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-faint text-xs">
        {t(state === "pending" ? "approvals.gate" : "approvals.gateThen")}
        <Badge tone={rulingTones[ruling]}>{verdict}</Badge>
      </p>
      {shown.length > 0 && <ReasonList reasons={shown} className="text-soft" />}
    </div>
  );
};

/** Broadcasts and rules are decided by those who may start them themselves. */
const useLacksRules = ({ kind }: ApprovalView): boolean => {
  const mayWork = useMay("rules", "work");
  const seesPeople = useMay("people", "view");
  return (kind === "broadcast" || kind === "runs") && !(mayWork && seesPeople);
};

/** Why the user may not approve it, though they may decide about others. */
const useObstacle = (approval: ApprovalView): string | undefined => {
  const { kind, content, user } = approval;
  const { t } = useTranslation();
  const { id } = useUser();
  const mayAnswer = useMay("inbox", "work");
  const lacksRules = useLacksRules(approval);
  if (kind === "draft") return mayAnswer ? undefined : t("approvals.draftForOthers");
  if (lacksRules) return t("approvals.needsRules");
  const isOwn = "broadcast" in content && content.broadcast.askedBy === "user" && user?.id === id;
  return isOwn ? t("approvals.own") : undefined;
};

const Actions = ({ approval, title }: { approval: ApprovalView; title: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const mayDecide = useMay("approvals", "work");
  const obstacle = useObstacle(approval);
  const lacksRules = useLacksRules(approval);
  const { action } = useApprovalTexts(approval);
  const { decide, isBusy } = useDecideApproval(approval);
  const { kind, person } = approval;
  if (!mayDecide) return <p className="text-faint text-xs">{t("approvals.viewer")}</p>;

  /** The conversation with the draft in its composer. */
  const openDraft = async (personId: string) => {
    // The composer begins with the draft that the cache has; an old copy would hide the new one.
    await client.prefetchQuery({ ...apiQuery(inboxApi.get, { params: { id: personId } }), staleTime: 0 });
    navigate(`/inbox/${personId}`);
  };

  const approve = async () => {
    const state = await decide("approve");
    if (state === "approved" && person) await openDraft(person.id);
  };

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="primary"
        disabled={
          isBusy || obstacle !== undefined || (kind !== "draft" && approval.gateNow?.ruling === "stop")
        }
        aria-label={t("approvals.approveNamed", { action, title })}
        onClick={() => void approve()}
      >
        {action}
      </Button>
      <Button
        disabled={isBusy || lacksRules}
        aria-label={t("approvals.refuseNamed", { title })}
        onClick={() => void decide("refuse")}
      >
        {t("approvals.refuse")}
      </Button>
      {obstacle && <p className="text-faint text-xs">{obstacle}</p>}
    </div>
  );
};

/** What became of a request. */
const Outcome = ({ approval }: { approval: ApprovalView }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayRead = useMay("inbox", "view");
  const { decidedBy, decidedAt, failure, actionStatus, person, state } = approval;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft text-sm">
      {failure && <span className="text-bad">{t(`approvals.failure.${failure}`)}</span>}
      {actionStatus && <DeliveryStatusBadge status={actionStatus} />}
      {decidedBy && decidedAt && (
        <span>{t("approvals.by", { name: decidedBy.name, date: format.dateTime(decidedAt) })}</span>
      )}
      {person && mayRead && (state === "approved" || state === "executed") && (
        <Link href={`/inbox/${person.id}`} className="text-sea underline">
          {t("approvals.openThread")}
        </Link>
      )}
    </p>
  );
};

export const ApprovalCard = ({ approval, isChosen }: { approval: ApprovalView; isChosen: boolean }) => {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const { title } = useApprovalTexts(approval);
  const age = useAge(approval.createdAt);
  const left = useTimeLeft(approval.expiresAt);
  const { kind, state, person, client, reason } = approval;
  const Icon = icons[kind];
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <article
      ref={card}
      id={approval.id}
      aria-label={title}
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border bg-panel p-4 shadow-card",
        isChosen ? "border-sea" : "border-line",
      )}
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-soft" strokeWidth={1.8} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="break-words font-[620] text-base tracking-tight">
            {person ? (
              <Link href={`/people/${person.id}`} className="hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className="break-words text-faint text-xs">
            {[askedBy(approval, t), client ? t("approvals.client", { client }) : null, age]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:pl-7.5">
          {state === "pending" && <span className="text-faint text-xs tabular-nums">{left}</span>}
          <Badge tone={stateTones[state]}>{t(`approvals.state.${state}`)}</Badge>
        </span>
      </header>
      {reason !== "" && (
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("approvals.why")}</p>
          <VisibleText text={reason} />
        </div>
      )}
      <Content content={approval.content} cost={approval.cost} />
      <Gate gateNow={approval.gateNow} state={state} />
      {state === "pending" ? <Actions approval={approval} title={title} /> : <Outcome approval={approval} />}
    </article>
  );
};
