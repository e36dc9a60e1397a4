import { UsersRound, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useInboxTeams } from "#web/screens/inbox/thread-menus.tsx";

type TeamNoticeProps = { team: string | undefined; onClear: () => void };

/** Says that the list shows one team, or the user's own teams, with the way back to all. */
export const TeamNotice = ({ team, onClear }: TeamNoticeProps) => {
  const { t } = useTranslation();
  const teams = useInboxTeams();
  if (team === undefined) return null;
  const name = team === "mine" ? t("inbox.team.mine") : teams.find(({ id }) => id === team)?.name;
  return (
    <p className="flex shrink-0 items-center gap-2 border-line border-b bg-sea-tint py-1 pr-1.5 pl-3.5 text-xs">
      <UsersRound aria-hidden="true" className="size-3.5 shrink-0 text-sea" />
      <span className="min-w-0 flex-1 truncate font-[560]">{name ?? t("inbox.team.unknown")}</span>
      <button
        type="button"
        onClick={onClear}
        aria-label={t("inbox.team.clear")}
        title={t("inbox.team.clear")}
        className="grid size-7 shrink-0 place-items-center rounded-md text-soft hover:text-ink max-sm:size-9"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </p>
  );
};
