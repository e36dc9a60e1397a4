import {
  Brain,
  CalendarDays,
  GitBranch,
  Info,
  LayoutDashboard,
  type LucideIcon,
  Mic,
  Settings,
  ShieldCheck,
  UsersRound,
  Webhook,
  Zap,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

type ScreenName =
  | "dashboard"
  | "people"
  | "endpoints"
  | "brain"
  | "rules"
  | "voice"
  | "compliance"
  | "luma"
  | "holidays"
  | "settings";

/** The sidebar has an entry for each screen, but one for all that stand under the same group. */
export type ScreenGroup = "informational";

export type Screen = {
  path: string;
  short: `screen.${ScreenName}.short`;
  full: `screen.${ScreenName}.full`;
  /** What the header reads. A screen that brings its own heading has none, and the dashboard's stands in. */
  heading?: { title: `screen.${ScreenName}.full`; subtitle: `screen.${HeadedScreen}.subtitle` };
  group?: ScreenGroup;
  icon: LucideIcon;
  /** Pressed after `g`. */
  go: string;
  component: LazyExoticComponent<ComponentType>;
  /** Brings its code, which drawing it would wait for. */
  load: () => Promise<unknown>;
};

type HeadedScreen = Exclude<ScreenName, "luma" | "holidays">;

const headed = <N extends HeadedScreen>(name: N) => ({
  short: `screen.${name}.short` as const,
  full: `screen.${name}.full` as const,
  heading: { title: `screen.${name}.full` as const, subtitle: `screen.${name}.subtitle` as const },
});

const coded = (load: () => Promise<{ default: ComponentType }>) => ({ component: lazy(load), load });

/** Add a screen: its folder under screens/, its words in locales/, and its line here. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    ...headed("dashboard"),
    icon: LayoutDashboard,
    go: "d",
    ...coded(() => import("./screens/dashboard/dashboard-screen.tsx")),
  },
  {
    path: "/people",
    ...headed("people"),
    icon: UsersRound,
    go: "l",
    ...coded(() => import("./screens/people/people-screen.tsx")),
  },
  {
    path: "/endpoints",
    ...headed("endpoints"),
    icon: Webhook,
    go: "e",
    ...coded(() => import("./screens/endpoints/endpoints-screen.tsx")),
  },
  {
    path: "/brain",
    ...headed("brain"),
    icon: Brain,
    go: "b",
    ...coded(() => import("./screens/brain/brain-screen.tsx")),
  },
  {
    path: "/rules",
    ...headed("rules"),
    icon: GitBranch,
    go: "r",
    ...coded(() => import("./screens/rules/rules-screen.tsx")),
  },
  {
    path: "/voice",
    ...headed("voice"),
    icon: Mic,
    go: "v",
    ...coded(() => import("./screens/voice/voice-screen.tsx")),
  },
  {
    path: "/compliance",
    ...headed("compliance"),
    icon: ShieldCheck,
    go: "c",
    ...coded(() => import("./screens/compliance/compliance-screen.tsx")),
  },
  {
    path: "/informational/luma",
    short: "screen.luma.short",
    full: "screen.luma.full",
    group: "informational",
    icon: Zap,
    go: "i",
    ...coded(() => import("./screens/luma/luma-screen.tsx")),
  },
  {
    path: "/informational/holidays",
    short: "screen.holidays.short",
    full: "screen.holidays.full",
    group: "informational",
    icon: CalendarDays,
    go: "h",
    ...coded(() => import("./screens/holidays/holidays-screen.tsx")),
  },
  {
    path: "/settings",
    ...headed("settings"),
    icon: Settings,
    go: "s",
    ...coded(() => import("./screens/settings/settings-screen.tsx")),
  },
];

/** Views inside a screen, which lends them its words; the sidebar and the palette do not list them. */
const views: readonly ({ pattern: RegExp; within: string } & Pick<Screen, "component" | "load">)[] = [
  {
    pattern: /^\/endpoints\/[0-9a-f-]{36}$/,
    within: "/endpoints",
    ...coded(() => import("./screens/endpoints/endpoint-screen.tsx")),
  },
];

export const groups: Record<
  ScreenGroup,
  { path: string; short: `group.${ScreenGroup}.short`; full: `group.${ScreenGroup}.full`; icon: LucideIcon }
> = {
  informational: {
    path: "/informational",
    short: "group.informational.short",
    full: "group.informational.full",
    icon: Info,
  },
};

/** An entry is active on its own path and on all that begin with it; the root only on its own. */
export const isActive = (entry: string, path: string): boolean =>
  entry === "/" ? path === "/" : path.startsWith(entry);

export const screenAt = (path: string): Screen | undefined => {
  const view = views.find(({ pattern }) => pattern.test(path));
  const screen = screens.find((each) => each.path === (view?.within ?? path));
  return screen && view ? { ...screen, path, component: view.component, load: view.load } : screen;
};
