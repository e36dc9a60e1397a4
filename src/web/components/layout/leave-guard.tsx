import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/** The path of a clicked link inside the app; undefined for other clicks. */
const internalLinkTarget = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return undefined;
  if (link.origin !== location.origin || link.hash) return undefined;
  return link.pathname + link.search;
};

/** Asks for confirmation before a tab change, a link or a page close discards unsaved changes. */
export const useLeaveGuard = () => {
  const [, navigate] = useLocation();
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<{ proceed: () => void }>();
  const isDirty = useRef(dirty);
  useEffect(() => {
    isDirty.current = dirty;
  }, [dirty]);

  const confirmLeaving = useCallback((proceed: () => void) => {
    if (isDirty.current) setLeaving({ proceed });
    else proceed();
  }, []);

  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const address = internalLinkTarget(event);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ proceed: () => navigate(address) });
    };
    addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [dirty, navigate]);

  const stay = () => setLeaving(undefined);
  const leave = () => {
    setDirty(false);
    isDirty.current = false;
    leaving?.proceed();
    stay();
  };
  return { setDirty, confirmLeaving, leaving: leaving !== undefined, stay, leave };
};

export const LeaveDialog = ({ guard }: { guard: ReturnType<typeof useLeaveGuard> }) => {
  const { t } = useTranslation();
  if (!guard.leaving) return null;
  return (
    <ConfirmDialog
      title={t("endpoints.unsaved")}
      text={t("endpoints.unsavedText")}
      confirm={t("endpoints.discard")}
      onCancel={guard.stay}
      onConfirm={guard.leave}
    />
  );
};
