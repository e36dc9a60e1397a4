import { Fragment, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { groups, isActive, type Screen, screens } from "#web/routes.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { NavEntry } from "./nav-entry.tsx";
import { UserBlock } from "./user-block.tsx";

/** The screens in their order, those of a group folded into the place of the first. */
const entries = screens.filter(
  (screen, index) => !screen.group || screens.findIndex(({ group }) => group === screen.group) === index,
);

const GroupEntry = ({ group, first, path }: { group: keyof typeof groups; first: Screen; path: string }) => {
  const { t } = useTranslation();
  const { path: prefix, short, full, icon } = groups[group];
  const open = isActive(prefix, path);
  return (
    <>
      <NavEntry
        href={first.path}
        label={t(short)}
        tooltip={t(full)}
        icon={icon}
        go={first.go}
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
              go={screen.go}
              active={isActive(screen.path, path)}
            />
          ))}
    </>
  );
};

type SidebarProps = {
  onAccount: () => void;
  /** What a narrow header has no room for. */
  children?: ReactNode;
};

export const Sidebar = memo(({ onAccount, children }: SidebarProps) => {
  const { t } = useTranslation();
  const [path] = useLocation();
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
        <ul className="grid gap-0.5">
          {entries.map((screen) => (
            <Fragment key={screen.path}>
              {screen.group ? (
                <GroupEntry group={screen.group} first={screen} path={path} />
              ) : (
                <NavEntry
                  href={screen.path}
                  label={t(screen.short)}
                  tooltip={t(screen.full)}
                  icon={screen.icon}
                  go={screen.go}
                  active={isActive(screen.path, path)}
                />
              )}
            </Fragment>
          ))}
        </ul>
      </nav>
      {children}
      <UserBlock onAccount={onAccount} />
    </div>
  );
});
