import { useQuery } from "@tanstack/react-query";
import {
  AlarmClock,
  CalendarClock,
  MessageCircleReply,
  UserRound,
  UserRoundX,
  UsersRound,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { type InboxTeam, inboxApi } from "#contract/inbox.ts";
import type { ThreadChange } from "#contract/threads.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import type { MenuAction } from "#web/ui/menu.tsx";
import { timePresets } from "./snooze-times.ts";

/** Until when a conversation rests: presets, a chosen time, or until the person answers. */
export const useSnoozeActions = (
  onSnooze: (until: string | null) => void,
  onChooseTime: () => void,
): MenuAction[] => {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  return [
    ...timePresets(Date.now(), zone).map(({ id, at }) => ({
      id,
      label: t(`inbox.preset.${id}`),
      detail: id === "later_today" ? format.time(at) : format.weekdayTime(at),
      icon: <AlarmClock aria-hidden="true" />,
      ...(id === "tomorrow" ? { shortcut: "Z" } : {}),
      run: () => onSnooze(at),
    })),
    {
      id: "choose",
      label: t("inbox.preset.choose"),
      icon: <CalendarClock aria-hidden="true" />,
      run: onChooseTime,
    },
    {
      id: "reply",
      label: t("inbox.preset.reply"),
      icon: <MessageCircleReply aria-hidden="true" />,
      run: () => onSnooze(null),
    },
  ];
};

type Assignment = Omit<Extract<ThreadChange, { kind: "assign" }>, "kind">;

const noTeams: InboxTeam[] = [];

export const useInboxTeams = (): InboxTeam[] => useQuery(apiQuery(inboxApi.teams)).data?.teams ?? noTeams;

const useTeamActions = (
  teamId: string | null | undefined,
  onAssign: (to: Assignment) => void,
): MenuAction[] => {
  const { t } = useTranslation();
  const teams = useInboxTeams();
  if (teams.length === 0) return [];
  const section = t("inbox.assign.teams");
  return [
    ...teams.map(({ id, name, here }) => ({
      id: `team ${id}`,
      label: name,
      section,
      icon: <UsersRound aria-hidden="true" />,
      checked: teamId === id,
      ...(here === 0 ? { detail: t("inbox.assign.noneHere") } : {}),
      run: () => onAssign({ teamId: id }),
    })),
    {
      id: "no team",
      label: t("inbox.assign.noTeam"),
      section,
      icon: <UserRoundX aria-hidden="true" />,
      checked: teamId === null,
      run: () => onAssign({ teamId: null }),
    },
  ];
};

/** Who may answer a conversation: oneself first, then colleagues, then none, then the teams. */
export const useOwnerActions = (
  ownerId: string | null | undefined,
  teamId: string | null | undefined,
  onAssign: (to: Assignment) => void,
): MenuAction[] => {
  const { t } = useTranslation();
  const user = useUser();
  const teamActions = useTeamActions(teamId, onAssign);
  const { data } = useQuery(apiQuery(inboxApi.colleagues));
  const colleagues = data?.users ?? [];
  // A viewer who owns a conversation already stays in the list.
  const others = colleagues.filter(({ id, mayAnswer }) => id !== user.id && (mayAnswer || id === ownerId));
  return [
    {
      id: "me",
      label: t("inbox.assign.me"),
      icon: <UserRound aria-hidden="true" />,
      checked: ownerId === user.id,
      run: () => onAssign({ ownerId: user.id }),
    },
    ...others.map(({ id, name, isAway }) => ({
      id,
      label: name,
      icon: <Avatar name={name} className="size-4.5 text-[8px]" />,
      checked: ownerId === id,
      ...(isAway ? { detail: t("inbox.assign.away") } : {}),
      run: () => onAssign({ ownerId: id }),
    })),
    {
      id: "none",
      label: t("inbox.assign.none"),
      icon: <UserRoundX aria-hidden="true" />,
      checked: ownerId === null,
      run: () => onAssign({ ownerId: null }),
    },
    ...teamActions,
  ];
};
