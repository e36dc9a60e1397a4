import { LogOut, type LucideIcon } from "lucide-react";
import { type ComponentType, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Logo } from "#web/components/layout/logo.tsx";
import { cn } from "#web/lib/cn.ts";
import { roleLabel } from "#web/lib/role-name.ts";
import { signOut, useMay, useUser } from "#web/lib/session.ts";
import { useAvailability } from "#web/lib/use-availability.ts";
import { isActive, menuSections, type Screen, screenGroups } from "#web/routes.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { AvailabilityMenu } from "./availability-menu.tsx";
import { useScreens } from "./use-screens.ts";

const UserBlock = memo(({ onAccount }: { onAccount: () => void }) => {
  const { t } = useTranslation();
  const user = useUser();
  const mayAnswer = useMay("inbox", "work");
  const availability = useAvailability();
  const name = user.firstName || user.email || t("user.fallback");
  return (
    <div className="flex items-center gap-1 border-deep-line border-t pt-3">
      <button
        type="button"
        onClick={onAccount}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-deep-raised/55 focus-visible:outline-beam focus-visible:-outline-offset-2"
      >
        <Avatar name={[...name][0] ?? ""} className="bg-beam text-on-beam" />
        <span className="min-w-0">
          <span className="block truncate text-white">{name}</span>
          <span className="block truncate text-2xs text-deep-faint">
            {[roleLabel(t, user), ...(availability.isAway ? [t("availability.away")] : [])].join(" · ")}
          </span>
        </span>
        <span className="sr-only">{t("account.open")}</span>
      </button>
      {mayAnswer && availability.isKnown && <AvailabilityMenu {...availability} />}
      <Tooltip text={t("action.signOut")} side="top">
        <button
          type="button"
          onClick={() => void signOut()}
          aria-label={t("action.signOut")}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-deep-faint hover:bg-deep-raised/55 hover:text-white focus-visible:outline-beam focus-visible:-outline-offset-2"
        >
          <LogOut aria-hidden="true" className="size-4" />
        </button>
      </Tooltip>
    </div>
  );
});

type NavEntryProps = {
  href: string;
  label: string;
  tooltip: string;
  icon: LucideIcon;
  shortcut: string;
  active: boolean;
  nested?: boolean;
  count?: ComponentType | undefined;
};

/** Memoised: re-renders only when it becomes active or inactive. */
const NavEntry = memo((props: NavEntryProps) => {
  const { href, label, tooltip, icon: Icon, shortcut, active, nested = false, count: Count } = props;
  const link = (
    <Link
      href={href}
      {...(active ? { "aria-current": nested ? ("page" as const) : ("true" as const) } : {})}
      className={cn(
        "group flex items-center gap-2.5 rounded-lg px-2.5 transition-colors focus-visible:outline-beam focus-visible:-outline-offset-2",
        nested ? "ml-6.5 h-8 text-sm" : "h-8.5",
        active ? "text-white" : "hover:bg-deep-raised/55 hover:text-white",
        active && (nested ? "bg-deep-raised/55" : "bg-deep-raised shadow-[inset_2px_0_0_var(--color-beam)]"),
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 opacity-85" strokeWidth={1.8} />
      <span className="truncate">{label}</span>
      {Count && <Count />}
      {!active && !nested && (
        <span
          aria-hidden="true"
          className="ml-auto hidden text-2xs text-deep-faint uppercase tracking-wide [[data-count]+&]:ml-0 lg:block"
        >
          {`G ${shortcut}`}
        </span>
      )}
    </Link>
  );
  return (
    <li>
      {tooltip === label ? (
        link
      ) : (
        <Tooltip text={tooltip} side="right">
          {link}
        </Tooltip>
      )}
    </li>
  );
});

/** Screens in order; a group appears once, at the position of its first screen. */
const sidebarEntries = (screens: readonly Screen[]): Screen[] =>
  screens.filter(
    (screen, index) => !screen.group || screens.findIndex(({ group }) => group === screen.group) === index,
  );

const GroupEntry = ({
  group,
  first,
  path,
}: {
  group: keyof typeof screenGroups;
  first: Screen;
  path: string;
}) => {
  const { t } = useTranslation();
  const screens = useScreens();
  const { path: prefix, short, full, icon } = screenGroups[group];
  const open = isActive(prefix, path);
  return (
    <>
      <NavEntry
        href={first.path}
        label={t(short)}
        tooltip={t(full)}
        icon={icon}
        shortcut={first.shortcut}
        active={open}
      />
      {open &&
        screens
          .filter((screen) => screen.group === group)
          .map((screen) => (
            <NavEntry
              key={screen.path}
              nested
              href={screen.path}
              label={t(screen.short)}
              tooltip={t(screen.full)}
              icon={screen.icon}
              shortcut={screen.shortcut}
              active={isActive(screen.path, path)}
            />
          ))}
    </>
  );
};

const Entry = ({ screen, path }: { screen: Screen; path: string }) => {
  const { t } = useTranslation();
  if (screen.group) return <GroupEntry group={screen.group} first={screen} path={path} />;
  return (
    <NavEntry
      href={screen.path}
      label={t(screen.short)}
      tooltip={t(screen.full)}
      icon={screen.icon}
      shortcut={screen.shortcut}
      active={isActive(screen.path, path)}
      count={screen.count}
    />
  );
};

type SidebarProps = {
  onAccount: () => void;
  /** Controls that do not fit into a narrow header. */
  children?: ReactNode;
};

export const Sidebar = memo(({ onAccount, children }: SidebarProps) => {
  const { t } = useTranslation();
  const [path] = useLocation();
  const screens = useScreens();
  return (
    <div
      data-theme="dark"
      className="flex h-full flex-col gap-4 overflow-y-auto bg-deep px-3 pt-4 pb-3 text-deep-ink"
    >
      <div className="flex items-center gap-2.5 px-2 pt-1">
        <Logo className="size-8 shrink-0" />
        <div>
          <p className="font-[640] text-base text-white leading-5 tracking-tight">Faro</p>
          <p className="text-2xs text-deep-faint">{t("brand.platform")}</p>
        </div>
      </div>
      <nav aria-label={t("shell.navigation")} className="mb-auto">
        {[...menuSections, undefined].map((section) => {
          const entries = sidebarEntries(screens).filter((screen) => screen.section === section);
          if (entries.length === 0) return null;
          return (
            <div key={section ?? "rest"} className="mt-3 first:mt-0">
              {section && (
                <p
                  aria-hidden="true"
                  className="px-2.5 pb-1 font-[560] text-2xs text-deep-faint tracking-wide [@media(max-height:640px)]:hidden"
                >
                  {t(`menu.${section}`)}
                </p>
              )}
              <ul className="grid gap-0.5" {...(section ? { "aria-label": t(`menu.${section}`) } : {})}>
                {entries.map((screen) => (
                  <Entry key={screen.path} screen={screen} path={path} />
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      {children}
      <UserBlock onAccount={onAccount} />
    </div>
  );
});
