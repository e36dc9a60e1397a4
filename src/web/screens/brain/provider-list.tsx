import { useQuery } from "@tanstack/react-query";
import { Brain, FlaskConical, PauseCircle } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProvidersApi } from "#contract/ai-providers.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { useOrderProviders, useSetProviderEnabled } from "./use-provider-changes.ts";

const sumOf = (providers: readonly AiProvider[], field: "costToday" | "costThisMonth"): number =>
  providers.reduce((sum, provider) => sum + provider[field], 0);

/** Alt with an arrow key moves the card that contains the focus. */
const useMoveKeys = (
  list: RefObject<HTMLElement | null>,
  isActive: boolean,
  move: (id: string, by: -1 | 1) => void,
): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const card =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-provider]") : null;
    if (!card?.dataset.provider) return;
    event.preventDefault();
    move(card.dataset.provider, event.key === "ArrowUp" ? -1 : 1);
  });
  useEffect(() => {
    const element = list.current;
    if (!element || !isActive) return;
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [list, isActive]);
};

/** Moves a provider by one place, keeps the focus on its card, and says the new place. */
const useMove = (providers: AiProvider[] | undefined, list: RefObject<HTMLElement | null>) => {
  const { t } = useTranslation();
  const order = useOrderProviders();
  const [moved, setMoved] = useState<{ id: string; direction: "up" | "down"; announcement: string }>();

  const move = (id: string, by: -1 | 1): void => {
    const from = providers?.findIndex((provider) => provider.id === id) ?? -1;
    const to = from + by;
    const provider = providers?.[from];
    if (!providers || !provider || to < 0 || to >= providers.length) return;
    const after = providers.toSpliced(from, 1).toSpliced(to, 0, provider);
    const announcement = t("brain.moved", { name: provider.name, place: to + 1, total: providers.length });
    setMoved({ id, direction: by < 0 ? "up" : "down", announcement });
    void order(providers, after);
  };

  // An element that React moves in the document loses the focus, and the first and last card have a disabled button.
  useEffect(() => {
    if (!moved || !providers) return;
    const card = list.current?.querySelector(`[data-provider="${moved.id}"]`);
    if (!card || (card.contains(document.activeElement) && !document.activeElement?.matches(":disabled")))
      return;
    const buttons = [...card.querySelectorAll<HTMLButtonElement>("[data-move]:not(:disabled)")];
    (buttons.find(({ dataset }) => dataset.move === moved.direction) ?? buttons[0])?.focus();
  }, [moved, providers, list]);

  return { move, announcement: moved?.announcement ?? "" };
};

export const ProviderList = () => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isAdmin = useMay("ai", "manage");
  const { data, error, refetch } = useQuery(apiQuery(aiProvidersApi.list));
  const setEnabled = useSetProviderEnabled();
  const { move, announcement } = useMove(data, list);
  useMoveKeys(list, isAdmin && data !== undefined, move);

  useCommands(
    useMemo(
      () =>
        (isAdmin ? (data ?? []) : []).map((provider) => ({
          id: `brain ${provider.id}`,
          label: t(provider.enabled ? "brain.turnOff" : "brain.turnOn", { name: provider.name }),
          run: () => void setEnabled(provider, !provider.enabled),
        })),
      [t, isAdmin, data, setEnabled],
    ),
  );

  if (!data && error) {
    return (
      <ErrorCard title={t("brain.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState icon={Brain} title={t("brain.empty")} text={t("brain.emptyText")} />
      </Card>
    );
  }
  const isSimulated = data?.some(({ mode, skipped }) => mode === "sandbox" && skipped !== "no_key");
  return (
    <section aria-labelledby={headingId} aria-busy={!data} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 id={headingId} className="font-[620] text-base tracking-tight">
          {t("brain.providers")}
        </h2>
        <p className="text-faint text-xs">{t("brain.order")}</p>
        {data && (
          <p className="text-soft text-xs tabular-nums sm:ml-auto">
            {t("brain.spentToday", { amount: formatDollars(sumOf(data, "costToday"), numberLocale) })}
            {" · "}
            {t("brain.spentThisMonth", { amount: formatDollars(sumOf(data, "costThisMonth"), numberLocale) })}
          </p>
        )}
      </div>
      {data?.every(({ skipped }) => skipped !== null) && (
        <p className="flex items-center gap-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm text-warn">
          <PauseCircle aria-hidden="true" className="size-4 shrink-0" />
          {t("brain.noneAsked")}
        </p>
      )}
      {/* Another list while it loads: a notice may come above it. */}
      <ul
        key={data ? "providers" : "loading"}
        ref={list}
        className="grid gap-4 sm:grid-cols-2 min-[85rem]:grid-cols-3"
      >
        {data
          ? data.map((provider, index) => (
              <ProviderCard
                key={provider.id}
                provider={provider}
                place={index + 1}
                isLast={index === data.length - 1}
                onSwitch={isAdmin ? (enabled) => void setEnabled(provider, enabled) : undefined}
                onMove={isAdmin ? (by) => move(provider.id, by) : undefined}
              />
            ))
          : ["first", "second", "third", "fourth", "fifth", "sixth"].map((key) => (
              <li key={key}>
                <Skeleton className="h-88 rounded-card" />
              </li>
            ))}
      </ul>
      {isSimulated && (
        <p className="flex items-center gap-1.5 text-faint text-xs">
          <FlaskConical aria-hidden="true" className="size-3.5 shrink-0" />
          {t("brain.simulatedHint")}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
};
