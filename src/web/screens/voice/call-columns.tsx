import type { TFunction } from "i18next";
import { FileText, Headphones, type LucideIcon } from "lucide-react";
import type { CallSummary } from "#contract/voice.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { useAge, type useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { CallAvatar } from "./call-avatar.tsx";

type CallActionProps = {
  icon: LucideIcon;
  text: string;
  label: string;
  /** Set when the action is not available. */
  disabledReason: string | undefined;
  onClick: () => void;
};

/** Stays focusable when disabled, so that the tooltip can show the reason. */
const CallAction = ({ icon: Icon, text, label, disabledReason, onClick }: CallActionProps) => (
  <Tooltip text={disabledReason ?? label}>
    <Button
      size="sm"
      aria-label={label}
      aria-disabled={disabledReason !== undefined}
      onClick={() => disabledReason === undefined && onClick()}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:hover:bg-panel max-xl:w-8 max-xl:px-0 aria-disabled:[&_svg]:opacity-55"
    >
      <Icon aria-hidden="true" />
      <span className="max-xl:hidden">{text}</span>
    </Button>
  </Tooltip>
);

export const contactName = ({
  personName,
  phoneNumber,
}: Pick<CallSummary, "personName" | "phoneNumber">): string => formatPhone(personName ?? phoneNumber);

const Age = ({ instant }: { instant: string }) => <time dateTime={instant}>{useAge(instant)}</time>;

export const callColumns = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  translateValue: (section: string, value: string) => string,
  /** Wide tables show the time in its own column. */
  isWide: boolean,
  onOpen: (call: CallSummary, view: "recording" | "transcript") => void,
): DataColumn<CallSummary>[] => {
  // Translated once for all rows.
  const notAvailable = <span className="text-faint">{t("voice.notAvailable")}</span>;
  const listen = t("voice.calls.listen");
  const transcript = t("voice.calls.transcript");
  const noRecording = t("voice.calls.noRecording");
  const noTranscript = t("voice.calls.noTranscript");
  return [
    {
      id: "contact",
      header: t("voice.calls.contact"),
      accessorFn: contactName,
      sortFn: "text",
      cell: ({ row: { original: call } }) => (
        <div className="flex min-w-0 items-center gap-2.5 py-1">
          <CallAvatar name={call.personName} className="max-sm:hidden" />
          <div className="min-w-0">
            <p className="truncate">{contactName(call)}</p>
            {call.simulated && (
              <span className="md:hidden">
                <SimulatedBadge />
              </span>
            )}
            {(!isWide || call.personName) && (
              <p className="truncate text-faint text-xs leading-[15px]">
                {isWide ? formatPhone(call.phoneNumber) : <Age instant={call.createdAt} />}
              </p>
            )}
          </div>
        </div>
      ),
      meta: { className: "max-w-0 w-full sm:w-[30%]" },
    },
    {
      id: "type",
      header: t("voice.calls.type"),
      accessorFn: ({ type }) => translateValue("voice.callType", type),
      sortFn: "text",
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          {translateValue("voice.callType", original.type)}
          {original.simulated && <SimulatedBadge />}
        </span>
      ),
      meta: { className: "hidden md:table-cell" },
    },
    {
      id: "duration",
      header: t("voice.calls.duration"),
      accessorFn: ({ duration }) => duration ?? -1,
      sortFn: "basic",
      cell: ({ row: { original } }) => formatCallDuration(original.duration) ?? notAvailable,
      meta: { className: "hidden sm:table-cell" },
    },
    {
      id: "outcome",
      header: t("voice.calls.outcome"),
      accessorFn: ({ outcome }) => (outcome === null ? "" : translateValue("voice.outcome", outcome)),
      sortFn: "text",
      cell: ({ row: { original } }) =>
        original.outcome === null ? (
          notAvailable
        ) : (
          <Badge tone={outcomeTones[original.outcome] ?? "quiet"}>
            {translateValue("voice.outcome", original.outcome)}
          </Badge>
        ),
    },
    {
      id: "time",
      header: t("voice.calls.time"),
      accessorFn: ({ createdAt }) => createdAt,
      sortFn: "basic",
      cell: ({ row: { original } }) => (
        <time dateTime={original.createdAt} className="whitespace-nowrap text-soft">
          {format.dateTime(original.createdAt)}
        </time>
      ),
      meta: { className: "hidden lg:table-cell" },
    },
    {
      id: "actions",
      header: () => <span className="sr-only">{t("voice.calls.actions")}</span>,
      enableSorting: false,
      cell: ({ row: { original: call } }) => (
        <div className="flex justify-end gap-1.5">
          <CallAction
            icon={Headphones}
            text={listen}
            label={t("voice.calls.listenTo", { name: contactName(call) })}
            disabledReason={call.hasRecording ? undefined : noRecording}
            onClick={() => onOpen(call, "recording")}
          />
          <CallAction
            icon={FileText}
            text={transcript}
            label={t("voice.calls.transcriptOf", { name: contactName(call) })}
            disabledReason={call.hasTranscript ? undefined : noTranscript}
            onClick={() => onOpen(call, "transcript")}
          />
        </div>
      ),
    },
  ];
};
