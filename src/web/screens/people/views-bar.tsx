import { ChevronDown, Layers, Pin, Save, TriangleAlert } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "#contract/audiences.ts";
import { audienceSentence } from "#web/components/audience/audience-sentence.ts";
import { useAudienceFields } from "#web/components/audience/use-audience.ts";
import { cn } from "#web/lib/cn.ts";
import { useMayForAll } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";
import type { PeopleView } from "./use-people-view.ts";
import { useViewChanges } from "./use-view-changes.ts";
import type { ViewDialogKind } from "./view-dialog.tsx";
import { inViewOrder, moveView, toViewSections } from "./view-order.ts";
import { toViewInput } from "./view-state.ts";

const ViewDialog = lazy(async () => ({ default: (await import("./view-dialog.tsx")).ViewDialog }));

type ViewTabProps = {
  view: View | undefined;
  isOpen: boolean;
  isChanged: boolean;
  onOpen: () => void;
  /** Moves the tab by so many places; absent where it cannot move. */
  onMove?: (by: -1 | 1) => void;
};

const ViewTab = ({ view, isOpen, isChanged, onOpen, onMove }: ViewTabProps) => {
  const { t } = useTranslation();
  const tab = useRef<HTMLButtonElement>(null);
  // If not all tabs fit, the open one is scrolled into view.
  useEffect(() => {
    if (isOpen) tab.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isOpen]);
  return (
    <button
      ref={tab}
      type="button"
      aria-current={isOpen ? "page" : undefined}
      aria-keyshortcuts={onMove ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
      title={onMove ? t("people.views.moveHint", { name: view?.name }) : undefined}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (!onMove || !event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        // The browser would go back or forward.
        event.preventDefault();
        onMove(event.key === "ArrowLeft" ? -1 : 1);
      }}
      className={cn(
        "flex h-8 max-w-56 shrink-0 items-center gap-1.5 rounded-lg px-2.5 font-[540] text-sm focus-visible:-outline-offset-2 max-sm:h-9",
        isOpen ? "bg-sea-tint text-sea" : "text-soft hover:bg-hover hover:text-ink",
      )}
    >
      {view?.kind === "segment" && <Layers aria-hidden="true" className="size-3.5 shrink-0" />}
      {view?.isReadable === false && (
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-bad" />
      )}
      <span className="truncate">{view?.name ?? t("people.views.all")}</span>
      {isChanged && (
        <span className="text-sea" title={t("people.views.unsaved")}>
          <span aria-hidden="true">•</span>
          <span className="sr-only">{t("people.views.unsaved")}</span>
        </span>
      )}
    </button>
  );
};

type MovableTabsProps = {
  tabs: readonly View[];
  openId: string | undefined;
  isChanged: boolean;
  onOpen: (view: View) => void;
  onMove: (id: string, toId: string) => void;
};

/** The pinned views. A tab is moved by dragging it, or with Alt and an arrow key. */
const MovableTabs = ({ tabs, openId, isChanged, onOpen, onMove }: MovableTabsProps) => {
  const [draggedId, setDraggedId] = useState<string>();
  const [overId, setOverId] = useState<string>();
  const end = () => {
    setDraggedId(undefined);
    setOverId(undefined);
  };
  return tabs.map((view, index) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside moves by keys
    <div
      key={view.id}
      draggable={tabs.length > 1}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        setDraggedId(view.id);
      }}
      onDragOver={(event) => {
        if (draggedId === undefined) return;
        event.preventDefault();
        setOverId(view.id);
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (draggedId !== undefined) onMove(draggedId, view.id);
        end();
      }}
      onDragEnd={end}
      className={cn(
        "shrink-0 rounded-lg",
        draggedId === view.id && "opacity-55",
        draggedId !== undefined &&
          overId === view.id &&
          draggedId !== view.id &&
          "ring-2 ring-sea ring-inset",
      )}
    >
      <ViewTab
        view={view}
        isOpen={view.id === openId}
        isChanged={view.id === openId && isChanged}
        onOpen={() => onOpen(view)}
        {...(tabs.length > 1
          ? {
              onMove: (by: -1 | 1) => {
                const neighbour = tabs[index + by];
                if (neighbour) onMove(view.id, neighbour.id);
              },
            }
          : {})}
      />
    </div>
  ));
};

type ViewsMenuProps = { views: readonly View[]; openId: string | undefined; onOpen: (view: View) => void };

/** All views and segments, with what they say as their description. */
const ViewsMenu = ({ views, openId, onOpen }: ViewsMenuProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const [isOpen, setOpen] = useState(false);
  const { fields } = useAudienceFields(isOpen);
  const sections = useMemo(() => toViewSections(views), [views]);
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button size="sm" variant="ghost" className="max-sm:h-9">
          {t("people.views.more")}
          <ChevronDown aria-hidden="true" />
        </Button>
      </Radix.Trigger>
      {/* In a portal, because the row of tabs is scrolled. */}
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-30 max-h-[min(480px,70dvh)] w-80 max-w-[calc(100vw-24px)] animate-rise overflow-y-auto rounded-xl border border-line bg-panel p-1 shadow-float"
        >
          {views.length === 0 && <p className="px-2.5 py-2 text-sm text-soft">{t("people.views.none")}</p>}
          {(["own", "shared", "segments"] as const).map(
            (section) =>
              sections[section].length > 0 && (
                <Radix.Group key={section}>
                  <Radix.Label className="px-2.5 pt-2 pb-1 font-[560] text-2xs text-faint">
                    {t(`people.views.${section}`)}
                  </Radix.Label>
                  {sections[section].map((view) => (
                    <Radix.Item
                      key={view.id}
                      onSelect={() => onOpen(view)}
                      className={cn(
                        "cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-[highlighted]:bg-hover",
                        view.id === openId && "text-sea",
                      )}
                    >
                      <span className="flex items-center gap-1.5 font-[540] text-sm">
                        <span className="truncate">{view.name}</span>
                        {view.pinned && <Pin aria-hidden="true" className="size-3 shrink-0 text-faint" />}
                      </span>
                      <span
                        className={cn("block truncate text-xs", view.isReadable ? "text-faint" : "text-bad")}
                      >
                        {view.isReadable
                          ? fields && audienceSentence(view.audience, fields, wording)
                          : t("people.views.broken")}
                      </span>
                    </Radix.Item>
                  ))}
                </Radix.Group>
              ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

type ViewsBarProps = { peopleView: PeopleView; onWhy: (() => void) | undefined; children: ReactNode };

/** The saved views as tabs, the menu of all of them, and what can be done with the open one. */
export const ViewsBar = ({ peopleView, onWhy, children }: ViewsBarProps) => {
  const { t } = useTranslation();
  const { views = [], view, state, isReady, open, discard } = peopleView;
  const changes = useViewChanges(open);
  const [dialog, setDialog] = useState<ViewDialogKind>();
  const isOperator = useMayForAll("people", "work");
  const isShared = view !== undefined && view.ownerId === null;
  const mayChange = view !== undefined && (!isShared || isOperator);
  const isChanged = state.isChanged;
  const [moved, setMoved] = useState("");
  const tabs = inViewOrder(views.filter((one) => one.pinned));
  const move = (id: string, toId: string) => {
    const ids = moveView(views, id, toId);
    if (!ids) return;
    void changes.reorder(ids);
    const name = views.find((one) => one.id === id)?.name;
    setMoved(t("people.views.moved", { name, number: tabs.findIndex((one) => one.id === toId) + 1 }));
  };

  const saveChanges = async () => {
    if (view && (await changes.update(view, toViewInput(state)))) discard();
  };
  const saveNew = async (fields: { name: string; shared: boolean; pinned: boolean }) => {
    if (dialog === "rename") {
      if (view && (await changes.update(view, { name: fields.name }))) setDialog(undefined);
      return;
    }
    const kind = dialog === "segment" ? ("segment" as const) : ("view" as const);
    if (await changes.create({ ...toViewInput(state), ...fields, kind, screen: "people" }))
      setDialog(undefined);
  };

  const action = (id: string, label: string, run: () => void, danger = false): MenuAction => ({
    id,
    label,
    run,
    danger,
  });
  const actions: MenuAction[] = [
    ...(isChanged && mayChange
      ? [
          action(
            "update",
            t(isShared ? "people.views.saveForAll" : "people.views.update"),
            () => void saveChanges(),
          ),
        ]
      : []),
    action("save-as", t(isChanged && isShared ? "people.views.saveAsMine" : "people.views.saveAs"), () =>
      setDialog("view"),
    ),
    ...(isOperator && state.audience
      ? [action("segment", t("people.views.makeSegment"), () => setDialog("segment"))]
      : []),
    ...(view && mayChange
      ? [
          action("rename", t("people.views.rename"), () => setDialog("rename")),
          action(
            "pin",
            t(view.pinned ? "people.views.unpin" : "people.views.pin"),
            () => void changes.update(view, { pinned: !view.pinned }),
          ),
        ]
      : []),
    ...(onWhy ? [action("why", t("people.views.why"), onWhy)] : []),
    ...(isChanged ? [action("discard", t("people.views.discard"), discard)] : []),
    ...(view && mayChange
      ? [action("delete", t("people.views.delete"), () => void changes.remove(view), true)]
      : []),
  ];

  return (
    <div className="flex items-center gap-2 max-sm:flex-wrap">
      <nav
        aria-label={t("people.views.label")}
        className="-m-1 flex min-w-0 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] max-sm:basis-full"
      >
        <ViewTab
          view={undefined}
          isOpen={!view && isReady}
          isChanged={false}
          onOpen={() => open(undefined)}
        />
        <MovableTabs tabs={tabs} openId={view?.id} isChanged={isChanged} onOpen={open} onMove={move} />
        {view && !view.pinned && (
          <ViewTab view={view} isOpen isChanged={isChanged} onOpen={() => open(view)} />
        )}
        <ViewsMenu views={views} openId={view?.id} onOpen={open} />
      </nav>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {(isChanged || state.audience !== undefined || view) && (
          <ActionMenu
            actions={actions}
            trigger={
              <Button size="sm" variant={isChanged ? "primary" : "secondary"} className="max-sm:h-9">
                <Save aria-hidden="true" />
                <span className="max-sm:sr-only">
                  {t(isChanged ? "people.views.changed" : "people.views.save")}
                </span>
                <ChevronDown aria-hidden="true" />
              </Button>
            }
          />
        )}
        {children}
      </div>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
      <Suspense fallback={null}>
        {dialog && (
          <ViewDialog
            key={dialog}
            kind={dialog}
            view={view}
            audience={state.audience}
            isBusy={changes.isBusy}
            onSave={(fields) => void saveNew(fields)}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
};
