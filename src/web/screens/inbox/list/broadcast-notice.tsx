import { useQuery } from "@tanstack/react-query";
import { Megaphone, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";

type BroadcastNoticeProps = { broadcastId: string; onClear: () => void };

/** Says that the list shows replies to one broadcast, with the way back to all. */
export const BroadcastNotice = ({ broadcastId, onClear }: BroadcastNoticeProps) => {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...apiQuery(broadcastsApi.get, { params: { id: broadcastId } }),
    enabled: useMay("rules", "view"),
  });
  return (
    <p className="flex shrink-0 items-center gap-2 border-line border-b bg-sea-tint py-1 pr-1.5 pl-3.5 text-xs">
      <Megaphone aria-hidden="true" className="size-3.5 shrink-0 text-sea" />
      <span className="min-w-0 flex-1 truncate font-[560]">
        {data ? t("inbox.broadcast.title", { name: data.name }) : t("inbox.broadcast.unnamed")}
      </span>
      <button
        type="button"
        onClick={onClear}
        aria-label={t("inbox.broadcast.clear")}
        title={t("inbox.broadcast.clear")}
        className="grid size-7 shrink-0 place-items-center rounded-md text-soft hover:text-ink max-sm:size-9"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </p>
  );
};
