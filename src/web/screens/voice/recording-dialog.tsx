import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Call, voice } from "#contract/voice.ts";
import { serverMessage } from "#web/lib/api.ts";
import { fetchAudio } from "#web/lib/audio.ts";
import { useFormat } from "#web/lib/format.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { contactOf } from "./call-columns.tsx";
import { SoundPlayer } from "./sound-player.tsx";

export const RecordingDialog = ({ call, onClose }: { call: Call; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const path = voice.recording.path.replace("{id}", call.id);
  const { data, error, refetch } = useQuery({
    queryKey: path.split("/"),
    queryFn: () => fetchAudio(path),
    // Sound is large: it leaves memory with the dialog.
    gcTime: 0,
  });
  const name = contactOf(call);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("voice.recording.title")}
      description={`${name} · ${format.dateTime(call.createdAt)}`}
    >
      {data ? (
        <SoundPlayer sound={data} label={t("voice.recording.label", { name })} />
      ) : error ? (
        <ErrorCard
          title={t("voice.recording.failed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-9" />
      )}
    </Dialog>
  );
};
