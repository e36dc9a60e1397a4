import { useQuery } from "@tanstack/react-query";
import { Menu, Search } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSelect } from "#web/components/layout/language-select.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { useScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { chooseLanguage } from "#web/lib/session.ts";
import { useMedia } from "#web/lib/use-media.ts";
import type { Screen } from "#web/routes.tsx";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Notifications } from "./notifications.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

const LastUpdated = memo(({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, dataUpdatedAt } = useQuery(apiQuery(firstRoutes.status));
  const text = useClockText((now) => {
    if (!data) return "";
    if (!data.lastChangeAt) return t("header.lastUpdated", { age: t("header.never") });
    // Ages are measured by the server's clock, as the device's may be wrong.
    const clockOffset = dataUpdatedAt - Date.parse(data.now);
    return t("header.lastUpdated", { age: format.age(data.lastChangeAt, now - clockOffset) });
  });
  return <p className={cn("text-faint text-xs tabular-nums", className)}>{text}</p>;
});

type HeaderProps = { screen: Screen | undefined; onMenu: () => void; onPalette: () => void };

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const Header = memo(({ screen, onMenu, onPalette }: HeaderProps) => {
  const { t } = useTranslation();
  const subtitle = useScreenSubtitle();
  const isWide = useMedia("(min-width: 80rem)");
  const { heading } = screen ?? {};
  const shownSubtitle = heading && (subtitle ?? (heading.subtitle && t(heading.subtitle)));
  const title = screen ? (heading?.title ?? "screen.dashboard.full") : "notFound.code";
  return (
    <header className="sticky top-0 z-20 flex min-h-17 items-center gap-2 border-line border-b bg-bg/90 px-4 py-2.5 backdrop-blur-md sm:gap-3 sm:px-7">
      <Button
        variant="ghost"
        size="icon"
        onClick={onMenu}
        aria-label={t("shell.menu")}
        className="-ml-2 lg:hidden"
      >
        <Menu aria-hidden="true" />
      </Button>
      <div className="min-w-0 flex-1">
        <h1 id="page-title" className="truncate font-[640] text-[17px] leading-[22px] tracking-[-0.012em]">
          {t(title)}
        </h1>
        <div className="flex min-w-0 items-baseline gap-2 text-[12.5px] leading-4">
          {shownSubtitle && <p className="hidden truncate text-soft lg:block">{shownSubtitle}</p>}
          {!isWide && <LastUpdated className={cn("min-w-0 truncate", shownSubtitle && "lg:sr-only")} />}
        </div>
      </div>
      <Button onClick={onPalette} className="text-soft max-md:size-9 max-md:px-0">
        <Search aria-hidden="true" />
        <span className="font-normal max-md:sr-only">{t("palette.trigger")}</span>
        <span aria-hidden="true" className="hidden md:inline">
          <Kbd>{isApple ? "⌘K" : "Ctrl K"}</Kbd>
        </span>
      </Button>
      <LanguageSelect onChange={chooseLanguage} className="hidden sm:block" />
      <div className="hidden sm:block">
        <ThemeMenu />
      </div>
      <Notifications />
      {isWide && <LastUpdated className="shrink-0" />}
    </header>
  );
});
