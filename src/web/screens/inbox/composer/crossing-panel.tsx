import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Crossing } from "./use-send.ts";

type CrossingPanelProps = {
  crossing: Crossing;
  busy: boolean;
  onEdit: () => void;
  onSend: () => void;
  onDiscard: () => void;
};

/** Something came before the reply, which was not sent: three choices. */
export const CrossingPanel = ({ crossing, busy, onEdit, onSend, onDiscard }: CrossingPanelProps) => {
  const { t } = useTranslation();
  const answer = crossing.missed.find(({ direction, by }) => direction !== "in" && by !== null);
  const theirs = crossing.missed.some(({ direction }) => direction === "in");
  const title = answer?.by
    ? t(answer.direction === "note" ? "inbox.crossing.note" : "inbox.crossing.colleague", { name: answer.by })
    : t(theirs ? "inbox.crossing.person" : "inbox.crossing.other");
  const linkClass = "font-[540] text-sea hover:underline disabled:opacity-55 max-sm:min-h-9";
  return (
    <div
      role="alert"
      className="mb-2.5 flex gap-2.5 rounded-[10px] bg-warn-tint px-3 py-2 text-[12.5px] leading-[18px]"
    >
      <UsersRound aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p>
          <b className="font-[560]">{title}</b> {t("inbox.crossing.notSent")}
        </p>
        {crossing.missed.slice(-2).map(({ id, text }) => (
          <p key={id} className="mt-0.5 line-clamp-2 text-soft">
            “{text}”
          </p>
        ))}
        <p className="mt-1 flex flex-wrap gap-x-3.5">
          <button type="button" className={linkClass} onClick={onEdit}>
            {t("inbox.crossing.edit")}
          </button>
          <button type="button" className={linkClass} disabled={busy} onClick={onSend}>
            {t("inbox.crossing.anyway")}
          </button>
          <button type="button" className={linkClass} onClick={onDiscard}>
            {t("inbox.crossing.discard")}
          </button>
        </p>
      </div>
    </div>
  );
};
