import { type Area, hasLevel, type Permissions } from "#domain/access/areas.ts";
import { areaOfNotification, type NotificationKind, notificationKinds } from "#domain/notification.ts";

/** What can be sent to a channel of a chat: notices by kind, and what rules post. */
export const chatRouteKinds = [...notificationKinds, "rule"] as const;
export type ChatRouteKind = (typeof chatRouteKinds)[number];

/** Notices that name people, although every user gets their own. */
const aboutPeople: readonly NotificationKind[] = ["task_due"];

/** The areas of what a route carries: who may not view all of them may not send it elsewhere. */
const areasOfRoute = (kind: ChatRouteKind): readonly Area[] => {
  // A rule's text is filled with what is known of a person.
  if (kind === "rule") return ["rules", "people"];
  if (aboutPeople.includes(kind)) return ["people"];
  const area = areaOfNotification(kind);
  return area === "everyone" ? [] : [area];
};

export const mayRouteToChat = (permissions: Permissions, kind: ChatRouteKind): boolean =>
  areasOfRoute(kind).every((area) => hasLevel(permissions, area, "view"));

type Route = { kind: ChatRouteKind; channel: string };

/** The routes that are new or lead elsewhere, and that a user with these permissions may not choose. */
export const findForbiddenRoutes = (
  permissions: Permissions,
  before: readonly Route[],
  after: readonly Route[],
): ChatRouteKind[] =>
  after
    .filter(({ kind, channel }) => !before.some((route) => route.kind === kind && route.channel === channel))
    .map(({ kind }) => kind)
    .filter((kind) => !mayRouteToChat(permissions, kind));
