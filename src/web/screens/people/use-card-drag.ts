import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { PersonListItem } from "#contract/people.ts";
import { personStatuses } from "#domain/person.ts";

export type Stage = PersonListItem["status"];

export type CardDrag = {
  person: PersonListItem;
  /** The column above which the card is. */
  over: Stage;
  by: "pointer" | "keys";
};

type CardDragOptions = {
  stages: readonly Stage[];
  onDrop: (person: PersonListItem, stage: Stage) => void;
  onAnnounce: (
    what: "picked" | "over" | "dropped" | "cancelled",
    person: PersonListItem,
    stage: Stage,
  ) => void;
};

/** A press that moves less is a click. */
const startDistance = 6;
/** Near the edge of the board it scrolls. */
const edgeWidth = 56;
const scrollStep = 14;

const stageAt = (x: number, y: number): Stage | undefined => {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-stage]");
  return personStatuses.find((stage) => stage === column?.dataset.stage);
};

/** Moves cards between columns, by pointer or by keys. */
export const useCardDrag = ({ stages, onDrop, onAnnounce }: CardDragOptions) => {
  const [drag, setDrag] = useState<CardDrag>();
  const board = useRef<HTMLElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const press = useRef<AbortController>(undefined);
  /** The click that follows the end of a drag does not open the card. */
  const wasDragged = useRef(false);
  useEffect(() => () => press.current?.abort(), []);

  const drop = ({ person, over }: CardDrag) => {
    setDrag(undefined);
    if (over === person.status) return onAnnounce("cancelled", person, person.status);
    onAnnounce("dropped", person, over);
    onDrop(person, over);
  };
  const cancel = ({ person }: CardDrag) => {
    setDrag(undefined);
    onAnnounce("cancelled", person, person.status);
  };

  const onPointerDown = (event: PointerEvent, person: PersonListItem) => {
    wasDragged.current = false;
    // A finger scrolls; cards have a menu for it.
    if (event.button !== 0 || event.pointerType === "touch") return;
    const start = { x: event.clientX, y: event.clientY };
    let current: CardDrag | undefined;
    press.current?.abort();
    const listeners = new AbortController();
    press.current = listeners;
    const { signal } = listeners;
    const place = (x: number, y: number) => {
      if (ghost.current) ghost.current.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
      const area = board.current?.getBoundingClientRect();
      if (!area || !board.current) return;
      if (x > area.right - edgeWidth) board.current.scrollLeft += scrollStep;
      if (x < area.left + edgeWidth) board.current.scrollLeft -= scrollStep;
    };
    addEventListener(
      "pointermove",
      ({ clientX: x, clientY: y }) => {
        const isStart = Math.hypot(x - start.x, y - start.y) > startDistance;
        if (!current && !isStart) return;
        const over = stageAt(x, y) ?? current?.over ?? person.status;
        if (!current) wasDragged.current = true;
        if (current?.over !== over) {
          current = { person, over, by: "pointer" };
          setDrag(current);
        }
        requestAnimationFrame(() => place(x, y));
      },
      { signal },
    );
    const end = (isDrop: boolean) => {
      listeners.abort();
      if (current) (isDrop ? drop : cancel)(current);
    };
    addEventListener("pointerup", () => end(true), { signal });
    addEventListener("pointercancel", () => end(false), { signal });
    addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape" || !current) return;
        key.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
  };

  const onKeyDown = (event: KeyboardEvent, person: PersonListItem): boolean => {
    const isHeld = drag?.by === "keys" && drag.person.id === person.id;
    if (event.key === " ") {
      event.preventDefault();
      if (isHeld) drop(drag);
      else {
        setDrag({ person, over: person.status, by: "keys" });
        onAnnounce("picked", person, person.status);
      }
      return true;
    }
    if (!isHeld) return false;
    if (event.key === "Enter") {
      event.preventDefault();
      drop(drag);
    } else if (event.key === "Escape") {
      event.preventDefault();
      cancel(drag);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      const over = stages[stages.indexOf(drag.over) + (event.key === "ArrowRight" ? 1 : -1)];
      if (!over) return true;
      setDrag({ ...drag, over });
      onAnnounce("over", person, over);
    } else if (event.key.startsWith("Arrow")) event.preventDefault();
    else if (event.key === "Tab") cancel(drag);
    return true;
  };

  return {
    drag,
    board,
    ghost,
    onPointerDown,
    onKeyDown,
    /** Whether a click belongs to the drag that just ended. */
    endsDrag: () => wasDragged.current,
  };
};

export type CardDragHandlers = ReturnType<typeof useCardDrag>;
