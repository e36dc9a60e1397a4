import type { QueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { LanguageSelect } from "#web/components/layout/language-select.tsx";
import { afterPaint } from "#web/lib/after-paint.ts";
import { cn } from "#web/lib/cn.ts";
import { FormatProvider, fetchWorkspaceFormat, useWorkspaceFormat } from "#web/lib/format.ts";
import { useLiveUpdates } from "#web/lib/live-updates.ts";
import { chooseLanguage } from "#web/lib/session.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { withTexts } from "#web/lib/with-texts.ts";
import { findScreen } from "#web/routes.tsx";
import { loadPopoverPanel } from "#web/ui/popover.tsx";
import { Tooltips } from "#web/ui/tooltip.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { HandoffAlert } from "./handoff-alert.tsx";
import { Header } from "./header.tsx";
import { loadNotificationList } from "./notifications.tsx";
import { ScreenOutlet } from "./screen-outlet.tsx";
import { Sidebar } from "./sidebar.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { type Overlay, type ShowOverlay, useOverlay } from "./use-overlay.ts";
import { useShellShortcuts } from "./use-shell-shortcuts.ts";

const CommandPalette = lazy(
  withTexts(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette })),
);
const AccountDialog = lazy(
  withTexts(async () => ({ default: (await import("./account-dialog.tsx")).AccountDialog })),
);
const ShortcutsHelp = lazy(
  withTexts(async () => ({ default: (await import("./shortcuts-help.tsx")).ShortcutsHelp })),
);
const Sheet = lazy(async () => ({ default: (await import("#web/ui/sheet.tsx")).Sheet }));

/** The code of each overlay is loaded when it first opens. */
const Overlays = ({ open, show }: { open: Overlay | undefined; show: ShowOverlay }) => {
  const close = () => show(undefined);
  return (
    <Suspense fallback={null}>
      {open === "palette" && <CommandPalette show={show} />}
      {open === "account" && <AccountDialog onClose={close} />}
      {open === "shortcuts" && <ShortcutsHelp onClose={close} />}
    </Suspense>
  );
};

/** Loads what the shell and the first screen need to render. */
export const preloadShell = (client: QueryClient) =>
  Promise.all([fetchWorkspaceFormat(client), findScreen(location.pathname)?.load()]);

/** Loads what the user is likely to need next. A failure surfaces when it is used. */
const loadAfterFirstRender = async () => {
  const { startServiceWorker } = await import("./service-worker.ts");
  startServiceWorker();
  await Promise.all([loadPopoverPanel(), loadNotificationList()]);
};

export const Shell = () => {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [overlay, show] = useOverlay();
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const screen = findScreen(path);
  const place = screen?.path ?? path;
  const shownPlace = useRef(place);
  // Stable, so that changing the screen does not re-render header and sidebar.
  const openMenu = useCallback(() => setMenuOpen(true), []);
  const openPalette = useCallback(() => show("palette"), [show]);
  const openAccount = useCallback(() => show("account"), [show]);

  const format = useWorkspaceFormat();
  useLiveUpdates();
  useShellShortcuts(show);
  useTitle(t(screen?.full ?? "notFound.title"));

  useEffect(() => afterPaint(() => void loadAfterFirstRender().catch(() => {})), []);
  useEffect(() => {
    if (shownPlace.current === place) return;
    shownPlace.current = place;
    setMenuOpen(false);
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place]);
  const isFullHeight = screen?.isFullHeight === true;

  return (
    <FormatProvider value={format}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-sea px-3 py-2 font-[560] text-on-sea text-sm focus:translate-y-0"
      >
        {t("shell.skip")}
      </a>
      <div
        className={cn(
          "lg:grid lg:grid-cols-[232px_minmax(0,1fr)]",
          isFullHeight ? "h-dvh overflow-hidden" : "min-h-dvh",
        )}
      >
        <aside className="sticky top-0 hidden h-dvh lg:block">
          <Sidebar onAccount={openAccount} />
        </aside>
        <div className={cn("flex min-w-0 flex-col", isFullHeight && "h-dvh")}>
          {/* On a phone, what a full-height screen opened has a head of its own. */}
          <div className={isFullHeight && path !== place ? "contents max-sm:hidden" : "contents"}>
            <Header screen={screen} onMenu={openMenu} onPalette={openPalette} />
            <DemoBanner />
          </div>
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            aria-labelledby="page-title"
            className={cn(
              "min-w-0 flex-1 outline-none",
              isFullHeight
                ? "flex min-h-0"
                : "grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-5 pb-10 sm:px-7",
            )}
          >
            <ScreenOutlet screen={screen} />
          </main>
        </div>
      </div>
      {menuOpen && (
        <Suspense fallback={null}>
          <Sheet
            open
            onOpenChange={setMenuOpen}
            title={t("shell.menu")}
            onCloseAutoFocus={(event) => {
              // After navigation the screen already has the focus.
              if (document.activeElement === main.current) event.preventDefault();
            }}
          >
            <Sidebar
              onAccount={() => {
                setMenuOpen(false);
                show("account");
              }}
            >
              <div className="flex items-center gap-2 px-1 sm:hidden">
                <LanguageSelect onChange={chooseLanguage} className="flex-1" />
                <ThemeMenu />
              </div>
            </Sidebar>
          </Sheet>
        </Suspense>
      )}
      <Overlays open={overlay} show={show} />
      <HandoffAlert />
      <Tooltips />
    </FormatProvider>
  );
};
