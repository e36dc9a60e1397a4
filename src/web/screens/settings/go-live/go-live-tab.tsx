import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type GoLiveProgress, goLiveApi } from "#contract/go-live.ts";
import type { GoLiveStep } from "#domain/go-live/guide.ts";
import type { GoLiveChannel } from "#domain/go-live/records.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
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

const ChannelGuide = ({ guide: { channel, steps, isReady }, progress }: ChannelGuideProps) => {
  const { t } = useTranslation();
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <Card
      title={t(`goLive.channel.${channel}`)}
      aside={
        <Badge tone={isReady ? "ok" : "quiet"}>
          {isReady ? t("goLive.ready") : t("goLive.progress", { done, total: steps.length })}
        </Badge>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <GuideStep
            key={step.id}
            step={step}
            title={t(`goLive.step.${step.id}`)}
            text={stepText(step.id, channel, progress, t)}
          >
            <StepAction channel={channel} step={step} progress={progress} />
          </GuideStep>
        ))}
      </ol>
    </Card>
  );
};

const Guides = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(goLiveApi.progress));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    );
  return data.channels.map((guide) => <ChannelGuide key={guide.channel} guide={guide} progress={data} />);
};

/** What to do until each channel reaches real people. */
export const GoLiveTab = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("settings", "manage");
  if (!isAdmin) return <p className="text-soft text-sm">{t("settings.adminOnly")}</p>;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="max-w-prose text-soft text-sm">{t("goLive.intro")}</p>
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <Guides />
        <TestSendsCard />
      </div>
    </div>
  );
};
