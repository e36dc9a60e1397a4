import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock3,
  LoaderCircle,
  type LucideIcon,
  Sparkles,
  UserRound,
  Zap,
} from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadItem } from "#contract/threads.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { DeliveryActions } from "#web/components/delivery/delivery-actions.tsx";
import { DeliveryExplanationPanel } from "#web/components/delivery/delivery-explanation.tsx";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { shortReason, toneOf } from "#web/lib/reasons.ts";
import { useUser } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { ChannelIcon } from "./channel-icon.tsx";
import { FoldedText } from "./folded-text.tsx";
import { HeldNotice } from "./held-notice.tsx";

type Outbound = Extract<ThreadItem, { kind: "outbound" }>;

const stateIcons: Record<string, LucideIcon> = {
  pending: Clock3,
  held: Clock3,
  dispatching: LoaderCircle,
  sent: Check,
  simulated: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  completed: CheckCheck,
  failed: CircleAlert,
  blocked: Ban,
  cancelled: Ban,
  unknown: CircleHelp,
};

const notSent = ["failed", "blocked", "unknown"];
/** Of which there is no second state to come. */
const whyKeys: Record<string, "not" | "simulated" | "unknown"> = {
  failed: "not",
  blocked: "not",
  cancelled: "not",
  simulated: "simulated",
  unknown: "unknown",
};

const Maker = ({ item }: { item: Outbound }) => {
  const { t } = useTranslation();
  const user = useUser();
  const { sentBy, isAiDraft, isAutoReply, delivery } = item;
  if (sentBy) {
    const isOwn = sentBy.id === user.id;
    const name = isOwn ? t("inbox.item.you") : sentBy.name;
    const Icon = isAiDraft ? Sparkles : UserRound;
    return (
      <>
        <Icon aria-hidden="true" className="size-3" />
        <b className="font-[560] text-soft">
          {isAiDraft ? (isOwn ? t("inbox.item.aiDraftYou") : t("inbox.item.aiDraft", { name })) : name}
        </b>
      </>
    );
  }
  const Icon = delivery.ruleName ? Zap : Sparkles;
  return (
    <>
      <Icon aria-hidden="true" className="size-3" />
      <b className="min-w-0 truncate font-[560] text-soft">
        {delivery.ruleName
          ? t("inbox.item.rule", { rule: delivery.ruleName })
          : t(isAutoReply ? "inbox.item.autoReply" : "inbox.item.automation")}
      </b>
    </>
  );
};

const StateLine = ({
  item,
  whyId,
  isWhyOpen,
  onWhy,
}: {
  item: Outbound;
  whyId: string;
  isWhyOpen: boolean;
  onWhy: () => void;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const wording = useWording();
  const { status, price, simulated } = item.delivery;
  const Icon = stateIcons[status] ?? Clock3;
  const isBad = notSent.includes(status);
  const { reasons } = item.delivery;
  const reason = reasons.find(({ code }) => toneOf(code) === "stop") ?? reasons[0];
  return (
    <p className="mx-0.5 mt-1 flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-[11.5px] text-faint leading-4">
      <span className={cn("inline-flex items-center gap-1", isBad && "font-[560] text-bad")}>
        <Icon aria-hidden="true" className={cn("size-3.5", status === "read" && "text-sea")} />
        {worded("reasons.status", status)}
        {isBad && reason && `: ${shortReason(reason.code, wording)}`}
      </span>
      {price !== null && <span className="tabular-nums">{formatDollars(price, format.numberLocale)}</span>}
      {simulated && <SimulatedBadge />}
      <button
        type="button"
        aria-expanded={isWhyOpen}
        aria-controls={whyId}
        onClick={onWhy}
        className="font-[540] text-sea hover:underline"
      >
        {t(`reasons.delivery.whys.${whyKeys[status] ?? "sent"}`)}
      </button>
      {/* A message that waits has its own notice. */}
      {status === "unknown" && <DeliveryActions delivery={item.delivery} />}
    </p>
  );
};

type OutboundItemProps = { item: Outbound; withAddress: boolean; onUndone: (item: Outbound) => void };

/** What we sent or will send: at the right, on tint; dashed while it is held. */
export const OutboundItem = ({ item, withAddress, onUndone }: OutboundItemProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const wording = useWording();
  const whyId = useId();
  const [isWhyOpen, setWhyOpen] = useState(false);
  const { delivery, subject, to, files } = item;
  const { channel, status, text } = delivery;
  const isCall = channel === "call" || channel === "voice_agent";
  const waits = status === "held" || status === "pending";
  const isOff = waits || status === "blocked";
  const toggleWhy = () => setWhyOpen(!isWhyOpen);
  const why = isWhyOpen && (
    <div id={whyId} className="mt-1.5 w-full rounded-card border border-line bg-bg px-4 py-3.5">
      <DeliveryExplanationPanel delivery={delivery} />
    </div>
  );
  if (status === "cancelled") {
    const reason = delivery.reasons.find(({ code }) => code !== "cancelled_by_person");
    return (
      <div className="self-stretch">
        <p className="flex items-center gap-2 pl-0.5 text-[12.5px] text-soft leading-[18px]">
          <Ban aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
          <span className="min-w-0 truncate">
            <b className="font-[560] text-ink">
              {t("inbox.item.cancelled", { channel: worded("reasons.channel", channel) })}
            </b>
            {reason && ` · ${shortReason(reason.code, wording)}`}
            {text && ` · ${text}`}
          </span>
          <button
            type="button"
            aria-expanded={isWhyOpen}
            aria-controls={whyId}
            onClick={toggleWhy}
            className="ml-auto shrink-0 font-[540] text-[11.5px] text-sea hover:underline"
          >
            {t("reasons.delivery.whys.not")}
          </button>
        </p>
        {why}
      </div>
    );
  }
  return (
    <div
      className={cn(
        "flex min-w-0 flex-col items-end self-end",
        waits ? "max-w-[86%]" : "max-w-[78%] max-sm:max-w-[88%]",
      )}
    >
      <p className="mx-0.5 mb-1 flex max-w-full flex-wrap items-center justify-end gap-x-1.5 text-[11.5px] text-faint leading-4">
        <Maker item={item} />
        <span aria-hidden="true">·</span>
        <ChannelIcon channel={channel} className="size-3 shrink-0" />
        {worded("reasons.channel", channel)}
        {withAddress && to && <span>· {formatPhone(to)}</span>}
        <span aria-hidden="true">·</span>
        <time dateTime={item.at} title={format.dateTime(item.at)}>
          {format.time(item.at)}
        </time>
      </p>
      <div
        className={cn(
          "max-w-full rounded-[10px] rounded-tr-[3px] border px-3 py-2 text-[13.5px] leading-5",
          isOff ? "border-edge border-dashed bg-transparent text-soft" : "border-transparent bg-sea-tint",
        )}
      >
        {subject && <p className="mb-0.5 font-[600]">{subject}</p>}
        {text === null ? (
          <p className="text-soft italic">
            {t(`inbox.item.${isCall ? "callText" : waits ? "noText" : "notComposed"}`)}
          </p>
        ) : (
          <FoldedText text={text} />
        )}
        <AttachedFiles files={files} className="border-sea/25" />
      </div>
      {waits ? (
        <HeldNotice item={item} onWhy={toggleWhy} onUndone={onUndone} />
      ) : (
        <StateLine item={item} whyId={whyId} isWhyOpen={isWhyOpen} onWhy={toggleWhy} />
      )}
      {why}
    </div>
  );
};
