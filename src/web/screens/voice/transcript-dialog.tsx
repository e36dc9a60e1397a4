import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type CallSummary, voiceApi } from "#contract/voice.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { contactName } from "./call-columns.tsx";

/** Speakers on the side of the business; all others are the customer. */
const businessSpeakers = ["agent", "operator", "whisper", "system", "ai", "assistant", "human"];

export const TranscriptDialog = ({ call, onClose }: { call: CallSummary; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const { data, error, refetch } = useQuery(apiQuery(voiceApi.transcript, { params: { id: call.id } }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("voice.transcript.title")}
      description={`${contactName(call)} · ${format.dateTime(call.createdAt)}`}
    >
      {data ? (
        <ol className="grid gap-3">
          {data.turns.map(({ speaker, text, at }, index) => {
            const isBusiness = businessSpeakers.includes(speaker);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the turns of an ended call do not change
              <li key={index} className={cn("grid max-w-[85%] gap-1", isBusiness ? "" : "justify-self-end")}>
                <p className={cn("flex gap-2 text-faint text-xs", !isBusiness && "justify-end")}>
                  <span className="font-[560] text-soft">{translateValue("voice.speaker", speaker)}</span>
                  <span className="tabular-nums">{formatCallDuration(Math.max(0, Math.floor(at)))}</span>
                </p>
                <p
                  className={cn(
                    "whitespace-pre-wrap break-words rounded-xl px-3 py-2 text-sm",
                    isBusiness ? "rounded-tl-sm bg-hover" : "rounded-tr-sm bg-sea-tint",
                  )}
                >
                  {text}
                </p>
              </li>
            );
          })}
        </ol>
      ) : error ? (
        <ErrorCard
          title={t("voice.transcript.failed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="ml-auto h-10 w-2/3" />
        </div>
      )}
    </Dialog>
  );
};
