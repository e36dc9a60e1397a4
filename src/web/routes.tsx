import {
  Brain,
  CalendarDays,
  ChartNoAxesCombined,
  ClipboardCheck,
  GitBranch,
  Inbox,
  Info,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Mic,
  Settings,
  ShieldCheck,
  UsersRound,
  Webhook,
  Zap,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Area } from "#domain/access/areas.ts";
import { WaitingApprovals } from "./components/approvals/waiting-approvals.tsx";
import { UnassignedCount } from "./components/inbox/unassigned-count.tsx";
import { withTexts } from "./lib/with-texts.ts";
import type { subpageScreens } from "./subpage-screens.ts";

type ScreenName =
  | "dashboard"
  | "start"
  | "inbox"
  | "approvals"
  | "people"
  | "campaigns"
  | "endpoints"
  | "brain"
  | "rules"
  | "voice"
  | "reports"
  | "compliance"
  | "luma"
  | "holidays"
  | "settings";

/** The screens of a group share one sidebar entry. */
export type ScreenGroup = "informational";

/** The sidebar's headings, in order. A screen without one stands below them. */
export const menuSections = ["work", "build", "watch"] as const;
export type MenuSection = (typeof menuSections)[number];

export type Screen = {
  path: string;
  section?: MenuSection;
  short: `screen.${ScreenName}.short`;
  full: `screen.${ScreenName}.full`;
  /** Texts of the header. A screen with a heading of its own has none; the header then shows the dashboard's title. */
  heading?: { title: `screen.${ScreenName}.full`; subtitle?: `screen.${TitledScreen}.subtitle` };
  group?: ScreenGroup;
  /** It fills the window and scrolls inside; other screens scroll with the page. */
  isFullHeight?: boolean;
  /** The user must be allowed to view one of them; absent where every user may open it. */
  areas?: readonly Area[];
  /** The user must be allowed to view it, too. */
  alsoNeeds?: Area;
  /** Paths below its own that it renders itself. */
  below?: RegExp;
  /** A number in the sidebar entry. */
  count?: ComponentType;
  icon: LucideIcon;
  /** Second key of the shortcut that starts with `g`. */
  shortcut: string;
  component: LazyExoticComponent<ComponentType>;
  /** Loads the code ahead of rendering. */
  load: () => Promise<unknown>;
};

type TitledScreen = Exclude<ScreenName, "luma" | "holidays" | "campaigns" | "reports">;

const titled = <N extends TitledScreen>(name: N) => ({
  short: `screen.${name}.short` as const,
  full: `screen.${name}.full` as const,
  heading: { title: `screen.${name}.full` as const, subtitle: `screen.${name}.subtitle` as const },
});

type LoadScreen = () => Promise<{ default: ComponentType }>;

/** A screen whose texts are loaded before the first render. */
const firstScreen = (load: LoadScreen) => ({ component: lazy(load), load });

const lazyScreen = (load: LoadScreen) => firstScreen(withTexts(load));

/** To add a screen: its folder in screens/, its texts in locales/, and an entry here. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    section: "work",
    ...titled("dashboard"),
    areas: ["dashboard"],
    icon: LayoutDashboard,
    shortcut: "d",
    ...firstScreen(() => import("./screens/dashboard/dashboard-screen.tsx")),
  },
  {
    path: "/inbox",
    section: "work",
    below: /^\/inbox\/[0-9a-f-]{36}$/,
    ...titled("inbox"),
    areas: ["inbox"],
    isFullHeight: true,
    count: UnassignedCount,
    icon: Inbox,
    shortcut: "m",
    ...lazyScreen(() => import("./screens/inbox/inbox-screen.tsx")),
  },
  {
    path: "/approvals",
    section: "work",
    ...titled("approvals"),
    areas: ["approvals"],
    count: WaitingApprovals,
    icon: ClipboardCheck,
    shortcut: "a",
    ...lazyScreen(() => import("./screens/approvals/approvals-screen.tsx")),
  },
  {
    path: "/people",
    section: "work",
    ...titled("people"),
    areas: ["people"],
    icon: UsersRound,
    shortcut: "l",
    ...lazyScreen(() => import("./screens/people/people-screen.tsx")),
  },
  {
    path: "/campaigns",
    section: "work",
    short: "screen.campaigns.short",
    full: "screen.campaigns.full",
    // The screen itself says what it is for, which the first page need not know.
    heading: { title: "screen.campaigns.full" },
    areas: ["rules"],
    alsoNeeds: "people",
    icon: Megaphone,
    shortcut: "n",
    ...lazyScreen(() => import("./screens/campaigns/campaigns-screen.tsx")),
  },
  {
    path: "/endpoints",
    section: "build",
    ...titled("endpoints"),
    areas: ["endpoints"],
    icon: Webhook,
    shortcut: "e",
    ...lazyScreen(() => import("./screens/endpoints/endpoints-screen.tsx")),
  },
  {
    path: "/brain",
    section: "build",
    ...titled("brain"),
    areas: ["ai"],
    icon: Brain,
    shortcut: "b",
    ...lazyScreen(() => import("./screens/brain/brain-screen.tsx")),
  },
  {
    path: "/rules",
    section: "build",
    ...titled("rules"),
    areas: ["rules"],
    icon: GitBranch,
    shortcut: "r",
    ...lazyScreen(() => import("./screens/rules/rules-screen.tsx")),
  },
  {
    path: "/voice",
    section: "build",
    ...titled("voice"),
    areas: ["voice"],
    icon: Mic,
    shortcut: "v",
    ...lazyScreen(() => import("./screens/voice/voice-screen.tsx")),
  },
  {
    path: "/reports",
    section: "watch",
    short: "screen.reports.short",
    full: "screen.reports.full",
    // The screen itself says what it is for, which the first page need not know.
    heading: { title: "screen.reports.full" },
    areas: ["reports"],
    icon: ChartNoAxesCombined,
    shortcut: "p",
    ...lazyScreen(() => import("./screens/reports/reports-screen.tsx")),
  },
  {
    path: "/compliance",
    section: "watch",
    ...titled("compliance"),
    areas: ["compliance", "audit"],
    icon: ShieldCheck,
    shortcut: "c",
    ...lazyScreen(() => import("./screens/compliance/compliance-screen.tsx")),
  },
  {
    path: "/informational/luma",
    section: "watch",
    short: "screen.luma.short",
    full: "screen.luma.full",
    group: "informational",
    icon: Zap,
    shortcut: "i",
    ...lazyScreen(() => import("./screens/luma/luma-screen.tsx")),
  },
  {
    path: "/informational/holidays",
    section: "watch",
    short: "screen.holidays.short",
    full: "screen.holidays.full",
    group: "informational",
    icon: CalendarDays,
    shortcut: "h",
    ...lazyScreen(() => import("./screens/holidays/holidays-screen.tsx")),
  },
  {
    path: "/settings",
    ...titled("settings"),
    icon: Settings,
    shortcut: "s",
    ...lazyScreen(() => import("./screens/settings/settings-screen.tsx")),
  },
];

/** Loaded in two steps, so that the first page does not list the files of every subpage. */
const subpage = (name: keyof typeof subpageScreens) =>
  lazyScreen(async () => (await import("./subpage-screens.ts")).subpageScreens[name]());

/** Subpages use the texts of their parent screen where they have none, and are not listed in the sidebar or the palette. */
const subpages: readonly ({ pattern: RegExp; parent: string } & Pick<Screen, "component" | "load"> &
  Partial<Pick<Screen, "short" | "full" | "heading">>)[] = [
  {
    pattern: /^\/start$/,
    parent: "/",
    ...titled("start"),
    ...subpage("start"),
  },
  {
    pattern: /^\/settings\/api$/,
    parent: "/settings",
    ...subpage("reference"),
  },
  {
    pattern: /^\/people\/import(?:\/[0-9a-f-]{36})?$/,
    parent: "/people",
    ...subpage("import"),
  },
  {
    pattern: /^\/people\/duplicates$/,
    parent: "/people",
    ...subpage("duplicates"),
  },
  {
    pattern: /^\/people\/[0-9a-f-]{36}$/,
    parent: "/people",
    ...subpage("personPage"),
  },
  {
    pattern: /^\/campaigns\/(?:new|[0-9a-f-]{36})$/,
    parent: "/campaigns",
    ...subpage("broadcast"),
  },
  {
    pattern: /^\/campaigns\/templates\/[a-z0-9_]+$/,
    parent: "/campaigns",
    ...subpage("template"),
  },
  {
    pattern: /^\/rules\/templates\/[a-z0-9_]+$/,
    parent: "/rules",
    ...subpage("template"),
  },
  {
    pattern: /^\/endpoints\/forms$/,
    parent: "/endpoints",
    ...subpage("forms"),
  },
  {
    pattern: /^\/endpoints\/[0-9a-f-]{36}$/,
    parent: "/endpoints",
    ...subpage("endpoint"),
  },
  {
    pattern: /^\/rules\/(?:new|[0-9a-f-]{36})$/,
    parent: "/rules",
    ...subpage("sequence"),
  },
  {
    pattern: /^\/voice\/scripts\/[0-9a-f-]{36}$/,
    parent: "/voice",
    ...subpage("script"),
  },
  {
    pattern: /^\/voice\/calls\/[0-9a-f-]{36}$/,
    parent: "/voice",
    ...subpage("call"),
  },
];

export const screenGroups: Record<
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

/** An entry is active on its own path and all paths below it; the root only on its own. */
export const isActive = (entry: string, path: string): boolean =>
  entry === "/" ? path === "/" : path.startsWith(entry);

export const findScreen = (path: string): Screen | undefined => {
  const subpage = subpages.find(({ pattern }) => pattern.test(path));
  const screen = screens.find((each) => each.path === (subpage?.parent ?? path) || each.below?.test(path));
  if (!screen || !subpage) return screen;
  const { pattern: _, parent: __, ...own } = subpage;
  return { ...screen, ...own, path };
};
