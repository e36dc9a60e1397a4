import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { CircleCheck } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "wouter";
import { type GoLiveProgress, goLiveApi } from "#contract/go-live.ts";
import { channelToOpen, type GoLiveState, type GoLiveStep, openStep } from "#domain/go-live/guide.ts";
import type { GoLiveChannel } from "#domain/go-live/records.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GuideStep } from "./guide-step.tsx";
import { StepAction } from "./step-actions.tsx";
import { TestSendsCard } from "./test-sends-card.tsx";

/** Texts that differ by channel or provider have a key of their own. */
const stepText = (
  id: GoLiveStep,
  channel: GoLiveChannel,
  { publicUrl, whatsappMessenger, emailMessenger }: GoLiveProgress,
  t: TFunction,
): string => {
  if (id === "address")
    return publicUrl ? t("goLive.text.addressIs", { url: publicUrl }) : t("goLive.text.address");
  if (id === "account")
    return channel === "email" && emailMessenger === "sendgrid"
      ? t("goLive.text.accountSendgrid")
      : t(`goLive.text.account.${channel}`);
  if (id === "callback") {
    if (channel === "email") return t("goLive.text.callback.sendgrid");
    if (channel !== "whatsapp")
      return t(channel === "voice" ? "goLive.text.callback.voice" : "goLive.text.callback.sms");
    if (whatsappMessenger === "twilio-whatsapp") return t("goLive.text.callback.twilio");
    return t(
      whatsappMessenger === null || whatsappMessenger === "whatsapp-meta"
        ? "goLive.text.callback.meta"
        : "goLive.text.callback.other",
    );
  }
  if (id === "message")
    return t(channel === "whatsapp" ? "goLive.text.messageWhatsapp" : "goLive.text.message");
  return t(`goLive.text.${id}`);
};

type ChannelGuideProps = { guide: GoLiveProgress["channels"][number]; progress: GoLiveProgress };

const countDone = ({ steps }: ChannelGuideProps["guide"]): number =>
  steps.filter(({ state }) => state === "done").length;

/** The steps of a channel, of which one is open: the next, or the one that the user chose. */
const ChannelGuide = ({ guide, progress }: ChannelGuideProps) => {
  const { t } = useTranslation();
  const { channel, steps, isReady } = guide;
  const [chosen, setChosen] = useState<{ id: GoLiveStep | null; state: GoLiveState | undefined }>();
  const stateOf = (id: GoLiveStep | null) => steps.find((step) => step.id === id)?.state;
  // A step that was done meanwhile gives way to the next.
  const isChoiceValid = chosen !== undefined && chosen.state === stateOf(chosen.id);
  const open = isChoiceValid ? chosen.id : openStep(guide);
  const firstLater = steps.find(({ state }) => state === "later")?.id;
  const toggle = (id: GoLiveStep) => {
    const next = open === id ? null : id;
    setChosen({ id: next, state: stateOf(next) });
  };
  return (
    <Card
      title={t(`goLive.channel.${channel}`)}
      aside={isReady && <Badge tone="ok">{t("goLive.ready")}</Badge>}
    >
      {isReady && <p className="mb-3 text-soft text-sm">{t("goLive.allDone")}</p>}
      <ol className="grid gap-1">
        {steps.map((step) => (
          <Fragment key={step.id}>
            {step.id === firstLater && (
              <li className="border-line border-t px-2 pt-3 pb-1 text-faint text-xs">
                {t("goLive.laterSteps")}
              </li>
            )}
            <GuideStep
              step={step}
              title={t(`goLive.step.${step.id}`)}
              text={stepText(step.id, channel, progress, t)}
              isOpen={open === step.id}
              onToggle={() => toggle(step.id)}
            >
              <StepAction channel={channel} step={step} progress={progress} />
            </GuideStep>
          </Fragment>
        ))}
      </ol>
    </Card>
  );
};

type ChannelChoiceProps = {
  channels: GoLiveProgress["channels"];
  shown: GoLiveChannel;
};

const ChannelChoice = ({ channels, shown }: ChannelChoiceProps) => {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("goLive.channels")} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {channels.map((guide) => (
        <Link
          key={guide.channel}
          href={`/settings?tab=go-live&channel=${guide.channel}`}
          replace
          {...(guide.channel === shown ? { "aria-current": "true" as const } : {})}
          className={cn(
            "grid gap-1 rounded-card border border-line px-3 py-2.5 text-sm",
            guide.channel === shown ? "bg-sea-tint" : "bg-panel hover:bg-hover",
          )}
        >
          <span className="flex items-center gap-1.5 font-[560]">
            {t(`goLive.channel.${guide.channel}`)}
            {guide.isReady && <CircleCheck aria-hidden="true" className="size-4 text-ok" />}
          </span>
          <span className="text-soft text-xs tabular-nums">
            {guide.isReady
              ? t("goLive.ready")
              : t("goLive.progress", { done: countDone(guide), total: guide.steps.length })}
          </span>
        </Link>
      ))}
    </nav>
  );
};

const Guides = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(apiQuery(goLiveApi.progress));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-15 rounded-card" />
        <Skeleton className="h-128 rounded-card" />
      </div>
    );
  const asked = search.get("channel");
  const shown =
    data.channels.find(({ channel }) => channel === asked)?.channel ?? channelToOpen(data.channels);
  const guide = data.channels.find(({ channel }) => channel === shown);
  if (!guide) return null;
  return (
    <>
      <ChannelChoice channels={data.channels} shown={guide.channel} />
      <ChannelGuide key={guide.channel} guide={guide} progress={data} />
    </>
  );
};

/** What to do until each channel reaches real people. */
export const GoLiveTab = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("settings", "manage");
  if (!isAdmin) return <p className="text-soft text-sm">{t("settings.adminOnly")}</p>;
  return (
    <div className="grid min-w-0 max-w-220 gap-4">
      <p className="max-w-prose text-soft text-sm">{t("goLive.intro")}</p>
      <Guides />
      <TestSendsCard />
    </div>
  );
};
