import { CircleAlert, CircleCheck, LoaderCircle, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { dismissToast, type Toast, useToasts } from "#web/lib/toast.ts";
import { Button } from "./button.tsx";

/** Time to read a toast and to use its action. */
const actionDurationMs = 12_000;

/** Seconds that are left for the action. */
const SecondsLeft = ({ until }: { until: number }) => {
  const seconds = useClockText((now) => String(Math.max(0, Math.ceil((until - now) / 1000))));
  return <span className="min-w-[1ch] text-soft tabular-nums">{seconds}</span>;
};

const ToastCard = ({ toast }: { toast: Toast }) => {
  const { t } = useTranslation();
  const bad = toast.variant === "destructive";
  const isRunning = toast.progress !== undefined;
  const { id, actionUntil } = toast;
  // Radix stops its own clock while the window is in the background; the time for the action runs on.
  useEffect(() => {
    if (actionUntil === undefined) return;
    const timer = setTimeout(() => dismissToast(id), actionUntil - Date.now());
    return () => clearTimeout(timer);
  }, [id, actionUntil]);
  const Icon = bad ? CircleAlert : isRunning ? LoaderCircle : CircleCheck;
  return (
    <Radix.Root
      open={toast.open}
      type={bad ? "foreground" : "background"}
      {...(isRunning
        ? { duration: Number.POSITIVE_INFINITY }
        : toast.action
          ? { duration: toast.actionUntil ? toast.actionUntil - Date.now() : actionDurationMs }
          : {})}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-xl border border-line bg-panel py-3 pr-2 pl-3.5 shadow-float data-[state=open]:animate-slide-right data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4.5", bad ? "text-bad" : isRunning ? "animate-spin text-sea" : "text-ok")}
      />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-[600] text-sm">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="break-words text-sm text-soft">{toast.description}</Radix.Description>
        )}
        {toast.progress !== undefined && (
          <div className="mt-2 flex items-center gap-2 text-soft text-xs tabular-nums">
            <div
              role="progressbar"
              aria-label={toast.title}
              aria-valuenow={toast.progress}
              aria-valuemin={0}
              aria-valuemax={100}
              className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-hover"
            >
              <div className="h-full rounded-full bg-sea" style={{ width: `${toast.progress}%` }} />
            </div>
            {toast.progress} %
          </div>
        )}
        {toast.detail && <p className="mt-1 break-words text-soft text-xs">{toast.detail}</p>}
      </div>
      {toast.action && (
        <Radix.Action asChild altText={toast.action.label}>
          <Button size="sm" onClick={toast.action.run}>
            {toast.action.label}
            {toast.actionUntil && <SecondsLeft until={toast.actionUntil} />}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={t("action.close")}
        className="grid size-7 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
};

export const Toaster = () => {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <Radix.Provider label={t("toast.label")} duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {/* A toast does not cover a docked bar. */}
      {/* As a live region it stays visible to screen readers behind a modal dialog. It is off because Radix announces
          new toasts in another region. */}
      <Radix.Viewport
        aria-live="off"
        hotkey={["F8"]}
        label={t("toast.region")}
        className="fixed right-0 bottom-0 z-[60] max-xl:[body:has([data-docked])_&]:bottom-34 xl:[body:has([data-docked])_&]:max-w-[304px] xl:[body:has([data-docked])_&]:p-2 grid w-full max-w-[420px] gap-2 p-4 outline-none"
      />
    </Radix.Provider>
  );
};
