import { useQuery } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Call, voice } from "#contract/voice.ts";
import { query, serverMessage } from "#web/lib/api.ts";
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
/** Most visits open no call, so the dialogs' code comes when a row is approached. */
const fetchDialogs = () => Promise.all([loadRecording(), loadTranscript()]);

const byId = ({ id }: Call) => id;

type Opened = { call: Call; what: "recording" | "transcript" };

export const CallsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const isWide = useMedia("(min-width: 64rem)");
  const { data, error, refetch } = useQuery(query(voice.calls));
  const [opened, setOpened] = useState<Opened>();
  const columns = useMemo(
    () => callColumns(t, format, worded, isWide, (call, what) => setOpened({ call, what })),
    [t, format, worded, isWide],
  );
  const openRow = (call: Call) => {
    if (call.hasTranscript) setOpened({ call, what: "transcript" });
    else if (call.hasRecording) setOpened({ call, what: "recording" });
  };
  const close = () => setOpened(undefined);

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
          preload={fetchDialogs}
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
        {opened?.what === "recording" && <RecordingDialog call={opened.call} onClose={close} />}
        {opened?.what === "transcript" && <TranscriptDialog call={opened.call} onClose={close} />}
      </Suspense>
    </Card>
  );
};
