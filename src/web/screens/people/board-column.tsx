import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Age, statusTones, TagList } from "./cells.tsx";
import type { CardDragHandlers, Stage } from "./use-card-drag.ts";
import { type PeopleFilters, type PeopleSource, usePeople } from "./use-people.ts";
import type { PeopleOrderState } from "./view-state.ts";

export type BoardActions = {
  mayChange: boolean;
  stages: readonly Stage[];
  onEdit: (person: PersonListItem) => void;
  onMove: (person: PersonListItem, stage: Stage) => void;
  onPage: (person: PersonListItem) => void;
  onWhy: ((person: PersonListItem) => void) | undefined;
  /** The card that was moved last. */
  movedId: RefObject<string | undefined>;
};

const highScore = 75;

const Card = ({ person }: { person: PersonListItem }) => {
  const { t } = useTranslation();
  const { email, phone, intentScore, tags } = person;
  const name = personName(person, t("people.unnamed"));
  const hasName = Boolean(person.firstName || person.lastName);
  return (
    <>
      <span className="flex items-center gap-2 pr-8">
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block truncate font-[560] text-sm">{name}</span>
          {hasName && (email || phone) && (
            <span className="block truncate text-faint text-xs">{email ?? formatPhone(phone ?? "")}</span>
          )}
        </span>
      </span>
      <span className="mt-2 flex min-w-0 items-center gap-2 text-xs">
        <span className="sr-only">{t("people.profile.intentScore")}</span>
        {intentScore === null ? (
          <span className="text-faint" title={t("people.notKnown")}>
            {t("people.noScore")}
          </span>
        ) : (
          <span
            className={cn(
              "rounded-md px-1.5 font-[600] tabular-nums",
              intentScore > highScore ? "bg-beam text-on-beam" : "bg-hover text-soft",
            )}
          >
            {intentScore}
          </span>
        )}
        <TagList tags={tags} most={1} />
        <span className="ml-auto shrink-0 text-faint">
          <Age instant={person.updatedAt} />
        </span>
      </span>
    </>
  );
};

/** The card that follows the pointer. */
export const CardGhost = ({ person }: { person: PersonListItem }) => (
  <div className="w-64 rotate-1 rounded-card border border-sea bg-panel p-3 text-left shadow-float">
    <Card person={person} />
  </div>
);

/** Focuses the card above, below or beside. */
const focusNeighbour = (card: HTMLElement, key: string): void => {
  const column = card.closest<HTMLElement>("[data-stage]");
  const cardsIn = (element: Element | null | undefined) => [
    ...(element?.querySelectorAll<HTMLElement>("[data-card]") ?? []),
  ];
  const cards = cardsIn(column);
  const index = cards.indexOf(card);
  if (key === "ArrowDown" || key === "ArrowUp") cards[index + (key === "ArrowDown" ? 1 : -1)]?.focus();
  let next: Element | null | undefined = column;
  do next = key === "ArrowRight" ? next?.nextElementSibling : next?.previousElementSibling;
  while (next && cardsIn(next).length === 0);
  if (key === "ArrowLeft" || key === "ArrowRight") (cardsIn(next)[index] ?? cardsIn(next).at(-1))?.focus();
};

type BoardCardProps = BoardActions & { person: PersonListItem; isFirst: boolean; drag: CardDragHandlers };

const BoardCard = ({ person, isFirst, drag, ...actions }: BoardCardProps) => {
  const { t } = useTranslation();
  const { mayChange, stages, onPage, onEdit, onMove, onWhy, movedId } = actions;
  const card = useRef<HTMLButtonElement>(null);
  // A card that was moved is drawn anew in its column, and the focus goes with it.
  useEffect(() => {
    if (movedId.current !== person.id) return;
    movedId.current = undefined;
    card.current?.focus();
  }, [movedId, person.id]);
  const name = personName(person, t("people.unnamed"));
  const isDragged = drag.drag?.person.id === person.id;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (mayChange && drag.onKeyDown(event, person)) return;
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    focusNeighbour(event.currentTarget, event.key);
  };
  return (
    <li className="relative">
      <button
        ref={card}
        type="button"
        data-card={person.id}
        tabIndex={isFirst || isDragged ? 0 : -1}
        aria-pressed={isDragged && drag.drag?.by === "keys" ? true : undefined}
        onClick={() => {
          if (!drag.endsDrag()) onPage(person);
        }}
        onPointerDown={(event) => mayChange && drag.onPointerDown(event, person)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          // The space bar picks up; it does not press.
          if (event.key === " " && mayChange) event.preventDefault();
        }}
        onDragStart={(event) => event.preventDefault()}
        className={cn(
          "block w-full select-none rounded-card border bg-panel p-3 text-left hover:border-edge",
          isDragged ? "border-sea ring-1 ring-sea" : "border-line shadow-card",
          isDragged && drag.drag?.by === "pointer" && "opacity-50",
          mayChange && "cursor-grab active:cursor-grabbing",
        )}
      >
        <Card person={person} />
      </button>
      <span className="absolute top-2 right-2">
        <ActionMenu
          trigger={
            <Button
              variant="ghost"
              size="icon"
              className="size-8 max-sm:size-9"
              aria-label={t("people.board.actions", { name })}
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          }
          actions={[
            { id: "open", label: t("people.view"), run: () => onPage(person) },
            { id: "edit", label: t("personPage.head.edit"), run: () => onEdit(person) },
            ...(mayChange
              ? stages
                  .filter((stage) => stage !== person.status)
                  .map((stage) => ({
                    id: stage,
                    label: t("people.board.moveTo", { stage: t(`people.status.${stage}`) }),
                    run: () => onMove(person, stage),
                  }))
              : []),
            ...(onWhy ? [{ id: "why", label: t("people.board.why"), run: () => onWhy(person) }] : []),
          ]}
        />
      </span>
    </li>
  );
};

type BoardColumnProps = BoardActions & {
  stage: Stage;
  filters: PeopleFilters;
  source: PeopleSource;
  order: PeopleOrderState;
  drag: CardDragHandlers;
};

const columnPageSize = 30;

export const BoardColumn = ({ stage, filters, source, order, drag, ...actions }: BoardColumnProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { rows, total, totalIs, error, hasMore, isLoadingMore, loadMore, refetch } = usePeople(
    { ...filters, status: stage },
    source,
    order,
    { limit: columnPageSize },
  );
  const shown = total === undefined ? "" : `${format.number(total)}${totalIs === "at_least" ? "+" : ""}`;
  const isTarget = drag.drag?.over === stage && drag.drag.person.status !== stage;
  return (
    <section
      data-stage={stage}
      aria-label={t("people.board.column", { stage: t(`people.status.${stage}`), shown })}
      className={cn(
        "flex max-h-[max(420px,calc(100dvh-220px))] w-72 shrink-0 snap-start flex-col rounded-card border lg:w-auto lg:min-w-60 lg:flex-1",
        isTarget ? "border-sea bg-sea-tint" : "border-line bg-hover/50",
      )}
    >
      <header className="flex items-center gap-2 px-3 py-2.5">
        <Badge tone={statusTones[stage]}>{t(`people.status.${stage}`)}</Badge>
        <span aria-hidden="true" className="text-faint text-xs tabular-nums">
          {shown}
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {error && !rows ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : !rows ? (
          <div aria-busy="true" className="grid gap-2">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        ) : rows.length === 0 ? (
          <p className="px-2 py-6 text-center text-faint text-sm">{t("people.board.empty")}</p>
        ) : (
          <ul className="grid grid-cols-1 gap-2">
            {rows.map((person, index) => (
              <BoardCard key={person.id} person={person} isFirst={index === 0} drag={drag} {...actions} />
            ))}
          </ul>
        )}
        {hasMore && (
          <Button
            size="sm"
            variant="ghost"
            disabled={isLoadingMore}
            onClick={loadMore}
            className="mt-2 w-full"
          >
            {t("people.board.more")}
          </Button>
        )}
      </div>
    </section>
  );
};
