import { lazy, Suspense } from "react";
import type { Overlay, ShowOverlay } from "./use-overlay.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const AccountDialog = lazy(async () => ({ default: (await import("./account-dialog.tsx")).AccountDialog }));
const ShortcutsHelp = lazy(async () => ({ default: (await import("./shortcuts-help.tsx")).ShortcutsHelp }));

/** Fetched when first opened, so that the page itself starts small. */
export const Overlays = ({ open, show }: { open: Overlay | undefined; show: ShowOverlay }) => {
  const close = () => show(undefined);
  return (
    <Suspense fallback={null}>
      {open === "palette" && <CommandPalette show={show} />}
      {open === "account" && <AccountDialog onClose={close} />}
      {open === "shortcuts" && <ShortcutsHelp onClose={close} />}
    </Suspense>
  );
};
