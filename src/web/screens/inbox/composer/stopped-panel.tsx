import { Ban, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Channel } from "#domain/channels/channel.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { reasonText, toneOf } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { type ChannelCheck, replyChannels } from "#web/screens/inbox/channel-answers.ts";
import { Button } from "#web/ui/button.tsx";

type StoppedPanelProps = { checks: readonly ChannelCheck[]; onNote: () => void; onTemplates: () => void };

/** No channel may be used: the reasons for each, and what is still possible. */
export const StoppedPanel = ({ checks, onNote, onTemplates }: StoppedPanelProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const whatsapp = checks.find(({ channel }) => channel === "whatsapp");
  const needsTemplate = whatsapp?.reasons.some(({ code }) => code === "whatsapp_window_closed") ?? false;
  // Channels that are stopped for the same reason share a line.
  const groups = new Map<string, Channel[]>();
  for (const channel of replyChannels) {
    const reasons = checks.find((check) => check.channel === channel)?.reasons ?? [];
    const stops = reasons.filter(({ code }) => toneOf(code) === "stop");
    const texts = (stops.length > 0 ? stops : reasons).map((reason) => reasonText(reason, wording).text);
    const text = [...new Set(texts)].join(". ");
    groups.set(text, [...(groups.get(text) ?? []), channel]);
  }
  return (
    <section
      aria-label={t("inbox.stopped.title")}
      className="rounded-[10px] border border-line bg-panel px-3.5 py-3"
    >
      <h3 className="flex items-center gap-2 font-[560] text-sm">
        <Ban aria-hidden="true" className="size-4 text-bad" />
        {t("inbox.stopped.title")}
      </h3>
      <ul className="mt-2 grid gap-1 text-[12.5px] leading-[18px]">
        {[...groups].map(([text, channels]) => (
          <li key={text} className="grid gap-x-3 sm:grid-cols-[minmax(0,auto)_minmax(0,1fr)]">
            <span className="flex flex-wrap gap-x-2.5">
              {channels.length === replyChannels.length ? (
                <b className="font-[540]">{t("inbox.stopped.all")}</b>
              ) : (
                channels.map((channel) => (
                  <span key={channel} className="inline-flex items-center gap-1 font-[540]">
                    <ChannelIcon channel={channel} className="size-3.5 text-soft" />
                    {t(`inbox.channel.${channel}`)}
                  </span>
                ))
              )}
            </span>
            <span className="text-soft">{text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" onClick={onNote}>
          <Lock aria-hidden="true" />
          {t("inbox.note.addA")}
        </Button>
        {needsTemplate && (
          <Button size="sm" variant="ghost" onClick={onTemplates}>
            {t("inbox.stopped.template")}
          </Button>
        )}
      </div>
    </section>
  );
};
