import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import {
  type DeliveryExplanation as DeliveryDetails,
  type DeliveryRecord,
  deliveriesApi,
} from "#contract/deliveries.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { GateCheckList } from "#web/components/reason/gate-check-list.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { firedTitle } from "#web/lib/timeline-text.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type StepProps = { title: ReactNode; at?: string | undefined; children?: ReactNode };

const Step = ({ title, at, children }: StepProps) => {
  const format = useFormat();
  return (
    <li className="relative grid gap-1.5 pb-4 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-[7px] bottom-[-7px] left-[3.5px] w-px bg-line [li:last-child>&]:hidden"
      />
      <span
        aria-hidden="true"
        className="absolute top-[7px] left-0 size-2 rounded-full border-2 border-sea bg-panel"
      />
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm">
        <span className="min-w-0 break-words font-[540]">{title}</span>
        {at && (
          <time dateTime={at} className="ml-auto text-faint text-xs">
            {format.dateTime(at)}
          </time>
        )}
      </p>
      {children}
    </li>
  );
};

const EventStep = ({ event }: { event: NonNullable<DeliveryDetails["event"]> }) => {
  const { t, i18n } = useTranslation();
  return (
    <Step
      at={event.at}
      title={
        event.type
          ? t("people.event.event_received", {
              type: eventName(event.type, i18n.language === "es" ? "es" : "en"),
            })
          : t("people.event.event_any")
      }
    >
      <Link
        href={`/endpoints/${event.endpointId}?tab=events&event=${event.id}`}
        className="w-fit text-sea text-xs hover:underline"
      >
        {t("reasons.story.event", { endpoint: event.endpoint })}
      </Link>
    </Step>
  );
};

const RuleStep = ({ rule }: { rule: NonNullable<DeliveryDetails["rule"]> }) => {
  const { t } = useTranslation();
  const { version, newest } = rule;
  const isOld = newest !== null && newest !== version;
  return (
    <Step
      at={rule.at}
      title={rule.name ? firedTitle(rule.name, rule.why, t) : t("reasons.story.deletedRule")}
    >
      <p className="text-faint text-xs">
        {isOld ? t("reasons.story.oldVersion", { version, newest }) : t("reasons.story.version", { version })}
      </p>
      <ReasonList reasons={rule.why} className="text-soft" />
    </Step>
  );
};

const SuggestionStep = ({ suggestion }: { suggestion: NonNullable<DeliveryDetails["suggestion"]> }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const { isAutoReply, vendor, sources, checks } = suggestion;
  return (
    <Step title={t(isAutoReply ? "inbox.ai.why.auto" : "inbox.ai.why.draft")}>
      <p className="text-faint text-xs">
        {vendor ? worded("inbox.ai.vendor", vendor) : t("inbox.ai.local")} ·{" "}
        {t("inbox.ai.why.checks", { ok: checks.filter(({ ok }) => ok).length, all: checks.length })}
      </p>
      {sources.map(({ number, title, quote }) => (
        <p key={number} className="text-soft text-xs">
          [{number}] <b className="font-[560]">{title}</b> {quote}
        </p>
      ))}
      {checks
        .filter(({ ok }) => !ok)
        .map(({ check }) => (
          <p key={check} className="text-warn text-xs">
            {worded("inbox.ai.check", check)}
          </p>
        ))}
    </Step>
  );
};

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;

const GateStep = ({ why: { ruling, checks, purpose } }: { why: DeliveryDetails }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  if (ruling === null) return <Step title={t("reasons.story.notAsked")} />;
  return (
    <Step
      title={
        <>
          {t("reasons.story.gate")}
          <Badge tone={rulingTones[ruling]} className="ml-2">
            {t(`reasons.story.ruling.${ruling}`)}
          </Badge>
        </>
      }
    >
      {purpose && (
        <p className="text-faint text-xs">
          {t("reasons.story.purpose", { purpose: worded("reasons.story.purposes", purpose) })}
        </p>
      )}
      <GateCheckList checks={checks} ruling={ruling} />
    </Step>
  );
};

const DeliverySteps = ({ delivery, why }: { delivery: DeliveryRecord; why: DeliveryDetails }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const { messenger, error, channel, ruleName } = delivery;
  const channelName = t(`reasons.channel.${channel}`);
  const laterSteps = why.steps.filter(({ type }) => type !== "message_held" && type !== "message_blocked");
  const vendorDetails = [
    messenger && t("reasons.story.way", { way: worded("reasons.story.ways", messenger) }),
    why.providerId && t("reasons.story.number", { number: why.providerId }),
    why.attempts > 1 && t("reasons.story.attempts", { count: why.attempts }),
  ].filter(Boolean);
  return (
    <ol>
      {why.event && <EventStep event={why.event} />}
      {why.rule ? (
        <RuleStep rule={why.rule} />
      ) : (
        ruleName && <Step title={t("people.event.rule_fired", { rule: ruleName })} />
      )}
      {why.suggestion && <SuggestionStep suggestion={why.suggestion} />}
      {why.deeds.map(({ what, email, at }) => (
        <Step
          key={`${what} ${at}`}
          at={at}
          title={t(`reasons.story.deed.${what}`, { by: email ?? t("reasons.somebody") })}
        />
      ))}
      <GateStep why={why} />
      {laterSteps.map(({ type, at }) => (
        <Step
          key={`${type} ${at}`}
          at={at}
          title={String(t(`people.event.${type}` as never, { channel: channelName } as never))}
        />
      ))}
      {(why.others.length > 0 || vendorDetails.length > 0 || error) && (
        <Step title={t("reasons.story.outcome")}>
          {vendorDetails.length > 0 && (
            <p className="break-all text-faint text-xs">{vendorDetails.join(" · ")}</p>
          )}
          {why.others.length > 0 && <ReasonList reasons={why.others} className="text-soft" />}
          {error && why.others.length === 0 && <p className="break-words text-soft text-sm">{error}</p>}
        </Step>
      )}
    </ol>
  );
};

/** Why a message was sent, waits or was stopped: event, rule, gate decision and outcome. */
export const DeliveryExplanationPanel = ({ delivery }: { delivery: DeliveryRecord }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(deliveriesApi.why, { params: { id: delivery.id } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-24" />
      </div>
    );
  return <DeliverySteps delivery={delivery} why={data} />;
};
