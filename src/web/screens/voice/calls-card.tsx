import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type CallSummary, voiceApi } from "#contract/voice.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { callColumns } from "./call-columns.tsx";

const loadRecording = async () => ({ default: (await import("./recording-dialog.tsx")).RecordingDialog });
const loadTranscript = async () => ({ default: (await import("./transcript-dialog.tsx")).TranscriptDialog });
const RecordingDialog = lazy(loadRecording);
const TranscriptDialog = lazy(loadTranscript);
/** Most visits open no call, so the code of its page and dialogs is loaded when a row is hovered or focused. */
const preloadCall = () => Promise.all([loadRecording(), loadTranscript(), import("./call/call-screen.tsx")]);

const byId = ({ id }: CallSummary) => id;

type OpenCall = { call: CallSummary; view: "recording" | "transcript" };

export const CallsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const isWide = useMedia("(min-width: 64rem)");
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery(apiQuery(voiceApi.calls, { query: {} }));
  const [openCall, setOpenCall] = useState<OpenCall>();
  const columns = useMemo(
    () => callColumns(t, format, translateValue, isWide, (call, view) => setOpenCall({ call, view })),
    [t, format, translateValue, isWide],
  );
  const openRow = ({ id }: CallSummary) => navigate(`/voice/calls/${id}`);
  const close = () => setOpenCall(undefined);

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("voice.calls.title")}</span>}
      caption={data && data.length > 0 && t("voice.calls.newest", { count: data.length })}
    >
      {data && data.length > 0 ? (
        <DataTable
          label={t("voice.calls.title")}
          columns={columns}
          rows={data}
          rowId={byId}
          onOpen={openRow}
          preload={preloadCall}
          className="max-h-[420px] border-line border-t"
        />
      ) : data ? (
        <EmptyState
          icon={PhoneCall}
          title={t("empty.voice.title")}
          text={t("empty.voice.text")}
          className="py-10"
        />
      ) : error ? (
        <div className="p-4 pt-0">
          <ErrorCard
            title={t("voice.loadFailed")}
            detail={serverMessage(error)}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      )}
      <Suspense fallback={null}>
        {openCall?.view === "recording" && <RecordingDialog call={openCall.call} onClose={close} />}
        {openCall?.view === "transcript" && <TranscriptDialog call={openCall.call} onClose={close} />}
      </Suspense>
    </Card>
  );
};
