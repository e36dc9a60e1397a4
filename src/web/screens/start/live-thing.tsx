import { useQuery } from "@tanstack/react-query";
import {
  ChevronRight,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Phone,
  Plug,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { workspaceApi } from "#contract/workspace.ts";
import { type GoLiveChannel, goLiveChannels } from "#domain/go-live/records.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ThingFrame } from "./thing-frame.tsx";
import type { ThingProps } from "./thing-props.ts";

const icons: Record<GoLiveChannel, LucideIcon> = {
  sms: MessageSquareText,
  whatsapp: MessageCircle,
  voice: Phone,
  email: Mail,
};

const guideOf = (channel: GoLiveChannel): string => `/settings?tab=go-live&channel=${channel}`;

/** The first real channel, whose guide has the fields. */
export const LiveThing = ({ number, thing: { state }, progress, isOpen, onOpen }: ThingProps) => {
  const { t } = useTranslation();
  const { channel } = progress;
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const text = channel
    ? t("start.live.done", { ...channel, channel: t(`goLive.channel.${channel.channel}`) })
    : t(status?.demo ? "start.live.text" : "start.live.textOwn");
  return (
    <ThingFrame
      number={number}
      state={state}
      isOpen={isOpen && channel === null}
      title={t("start.live.title")}
      text={text}
      aside={
        channel ? (
          <Link
            href={guideOf(channel.channel)}
            className="inline-flex min-h-9 items-center font-[560] text-sea hover:underline"
          >
            {t("start.live.goOn")}
          </Link>
        ) : (
          !isOpen && (
            <Button onClick={onOpen}>
              <Plug aria-hidden="true" />
              {t("start.live.open")}
            </Button>
          )
        )
      }
    >
      <ul aria-label={t("start.live.choose")} className="grid gap-2 sm:grid-cols-2">
        {goLiveChannels.map((each) => {
          const Icon = icons[each];
          return (
            <li key={each}>
              <Link
                href={guideOf(each)}
                className="flex min-h-13 items-center gap-3 rounded-card border border-line bg-panel px-3.5 py-2 text-sm hover:bg-hover"
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 text-sea" />
                <span className="min-w-0 flex-1">
                  <b className="block font-[560]">{t(`goLive.channel.${each}`)}</b>
                  <span className="text-soft text-xs">{t(`start.live.hint.${each}`)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-soft" />
              </Link>
            </li>
          );
        })}
      </ul>
    </ThingFrame>
  );
};
