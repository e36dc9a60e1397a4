import { createContext, type ReactNode, useContext, useState } from "react";
import { cn } from "#web/lib/cn.ts";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { PeopleActions } from "./people-actions.tsx";
import { PeopleList } from "./people-list.tsx";
import type { BroadcastPeopleQuery } from "./use-broadcast-people.ts";

type ShownPeople = { title: string; filter: BroadcastPeopleQuery };

const ShowPeople = createContext<(shown: ShownPeople) => void>(() => {});

/** Holds the sheet in which every figure of a broadcast shows its people. */
export const PeopleSheets = ({ broadcastId, children }: { broadcastId: string; children: ReactNode }) => {
  const [shown, setShown] = useState<ShownPeople>();
  return (
    <ShowPeople value={setShown}>
      {children}
      {shown && (
        <SideSheet title={shown.title} onClose={() => setShown(undefined)}>
          <PeopleActions broadcastId={broadcastId} title={shown.title} filter={shown.filter} />
          <PeopleList broadcastId={broadcastId} label={shown.title} filter={shown.filter} />
        </SideSheet>
      )}
    </ShowPeople>
  );
};

type PeopleButtonProps = ShownPeople & { className?: string; children: ReactNode };

/** A figure that opens the people whom it counts. */
export const PeopleButton = ({ title, filter, className, children }: PeopleButtonProps) => {
  const show = useContext(ShowPeople);
  return (
    <button
      type="button"
      onClick={() => show({ title, filter })}
      className={cn("rounded text-left hover:text-sea hover:underline max-sm:min-h-9", className)}
    >
      {children}
    </button>
  );
};
