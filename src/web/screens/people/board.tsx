import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { personStatuses } from "#domain/person.ts";
import { personName } from "#web/lib/person-name.ts";
import { type BoardActions, BoardColumn, CardGhost } from "./board-column.tsx";
import { type Stage, useCardDrag } from "./use-card-drag.ts";
import type { PeopleFilters, PeopleSource } from "./use-people.ts";
import type { ChangePerson } from "./use-person-change.ts";
import type { PeopleOrderState } from "./view-state.ts";

type BoardProps = Pick<BoardActions, "mayChange" | "onPage" | "onEdit" | "onWhy"> & {
  filters: PeopleFilters;
  source: PeopleSource;
  order: PeopleOrderState;
  onChange: ChangePerson;
};

/** People by stage. A card is moved by dragging, by keys, or by its menu. */
export const Board = ({ filters, source, order, mayChange, onPage, onEdit, onWhy, onChange }: BoardProps) => {
  const { t } = useTranslation();
  const [announced, setAnnounced] = useState("");
  const movedId = useRef<string>(undefined);
  const stages = filters.status ? [filters.status] : personStatuses;

  const move = (person: PersonListItem, stage: Stage) => {
    movedId.current = person.id;
    void onChange(person, { status: stage });
  };
  const drag = useCardDrag({
    stages,
    onDrop: move,
    onAnnounce: (what, person, stage) =>
      setAnnounced(
        t(`people.board.${what}`, {
          name: personName(person, t("people.unnamed")),
          stage: t(`people.status.${stage}`),
        }),
      ),
  });
  const actions = { mayChange, stages: personStatuses, onPage, onEdit, onMove: move, onWhy, movedId };
  return (
    <>
      <section
        ref={drag.board}
        aria-label={t("people.board.label")}
        className="flex snap-x gap-3 overflow-x-auto pb-2 lg:snap-none"
      >
        {stages.map((stage) => (
          <BoardColumn
            key={stage}
            stage={stage}
            filters={filters}
            source={source}
            order={order}
            drag={drag}
            {...actions}
          />
        ))}
      </section>
      {mayChange && (
        <p className="text-faint text-xs max-sm:hidden pointer-coarse:hidden">{t("people.board.hint")}</p>
      )}
      <p aria-live="assertive" className="sr-only">
        {announced}
      </p>
      {drag.drag?.by === "pointer" &&
        createPortal(
          <div ref={drag.ghost} aria-hidden="true" className="pointer-events-none fixed top-0 left-0 z-50">
            <CardGhost person={drag.drag.person} />
          </div>,
          document.body,
        )}
    </>
  );
};
