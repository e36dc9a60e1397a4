import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { consentsApi } from "#contract/consents.ts";
import { type ConsentChannel, consentChannels } from "#domain/channels/channel.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";

const tones = { granted: "ok", denied: "bad", unproven: "warn" } as const;

/** The newest record of each channel. */
export const ConsentList = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const { data } = useQuery(apiQuery(consentsApi.consents, { query: { personId } }));
  const { data: suppressions } = useQuery(apiQuery(consentsApi.suppressions, { query: { personId } }));
  if (!data) return null;
  const optOut = suppressions?.records[0];
  const isOptedOut = (channel: ConsentChannel) =>
    optOut?.state === "opted_out" && (optOut.scope === "all" || optOut.scope === channel);
  return (
    <ul className="grid gap-1.5 text-sm">
      {consentChannels.map((channel) => {
        const record = data.records.find((each) => each.channel === channel);
        return (
          <li key={channel} className="grid grid-cols-[16px_76px_minmax(0,1fr)] items-center gap-1.5">
            <ChannelIcon channel={channel} className="size-3.5 text-soft" />
            <span className="truncate">{t(`people.consent.${channel}`)}</span>
            <span className="flex min-w-0 items-center gap-1.5">
              {isOptedOut(channel) ? (
                <Badge tone="bad">{t("compliance.ledger.state.opted_out")}</Badge>
              ) : record ? (
                <Badge tone={tones[record.state]}>{t(`compliance.ledger.state.${record.state}`)}</Badge>
              ) : (
                <Badge>{t("inbox.consent.none")}</Badge>
              )}
              {record && (
                <span className="min-w-0 flex-1 truncate text-right text-faint text-xs">
                  {`${worded("compliance.ledger.method", record.method)}, ${format.day(record.createdAt)}`}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
