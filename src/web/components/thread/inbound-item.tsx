import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ThreadItem } from "#contract/threads.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { localSource } from "#domain/reading/counted-reading.ts";
import { readIntents } from "#domain/reading/labels.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { ReadingBadge } from "#web/components/reading/reading-badge.tsx";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import { ChannelIcon } from "./channel-icon.tsx";
import { FoldedText } from "./folded-text.tsx";

type InboundItemProps = {
  item: Extract<ThreadItem, { kind: "inbound" }>;
  /** Shows the address where the person has several. */
  withAddress: boolean;
};

/** What the person wrote: at the left, on panel. */
export const InboundItem = ({ item, withAddress }: InboundItemProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const { channel, text, subject, from, isAutomatic, sharedWith } = item;
  const intent = readIntents.find((each) => each === item.intent && each !== "other");
  return (
    <div className="max-w-[78%] max-sm:max-w-[88%]">
      <p className="mx-0.5 mb-1 flex flex-wrap items-center gap-x-1.5 text-[11.5px] text-faint leading-4">
        <ChannelIcon channel={channel} className="size-3 shrink-0" />
        {worded("reasons.channel", channel)}
        {withAddress && from && <span>· {formatPhone(from)}</span>}
        <span aria-hidden="true">·</span>
        <time dateTime={item.at} title={format.dateTime(item.at)}>
          {format.time(item.at)}
        </time>
        {isAutomatic && <Badge>{t("inbox.item.automatic")}</Badge>}
        {item.simulated && <SimulatedBadge />}
      </p>
      <div className="w-fit max-w-full rounded-[10px] rounded-tl-[3px] border border-line bg-panel px-3 py-2 text-[13.5px] leading-5">
        {subject && <p className="mb-0.5 font-[600]">{subject}</p>}
        {text !== "" && <FoldedText text={text} />}
        <AttachedFiles
          files={item.files}
          {...(text === "" && !subject ? { className: "mt-0 border-0 pt-0" } : {})}
        />
      </div>
      {(intent || sharedWith.length > 0) && (
        <div className="mx-0.5 mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[11.5px] text-faint leading-4">
          {intent && <ReadingBadge intent={intent} source={item.readBy ?? localSource} />}
          {sharedWith.map(({ personId, name }) => (
            <Link
              key={personId}
              href={`/inbox/${personId}`}
              className="flex min-w-0 max-w-full items-center gap-1 hover:underline"
            >
              <UsersRound aria-hidden="true" className="size-3 shrink-0" />
              <span title={name ?? undefined} className="truncate">
                {t("inbox.item.shared", { name: name ?? t("people.unnamed") })}
              </span>
            </Link>
          ))}
        </div>
      )}
    </div>
  );
};
