import type { TFunction } from "i18next";
import type { PersonListItem } from "#contract/people.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { SelectAll, SelectRow } from "./selection.tsx";

const highScore = 75;

type ScoreBarProps = { value: number; label: string; className?: string };

const ScoreBar = ({ value, label, className }: ScoreBarProps) => {
  const score = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <span className={cn("flex items-center gap-2", className)}>
      <span className="sr-only">{label}</span>
      <b className="w-6 font-[600] tabular-nums">{score}</b>
      <span aria-hidden="true" className="h-1.5 w-21 overflow-hidden rounded bg-hover">
        <span
          className={cn("block h-full rounded", score > highScore ? "bg-beam" : "bg-sea")}
          style={{ width: `${score}%` }}
        />
      </span>
    </span>
  );
};

const statusTones = {
  new: "sea",
  qualified: "warn",
  contacted: "quiet",
  converted: "ok",
} as const satisfies Record<(typeof personStatuses)[number], string>;

const labelsByKey = <K extends string>(keys: readonly K[], label: (key: K) => string) =>
  Object.fromEntries(keys.map((key) => [key, label(key)])) as Record<K, string>;

const Age = ({ instant }: { instant: string }) => <time dateTime={instant}>{useAge(instant)}</time>;

const PersonCell = ({ person, unnamed }: { person: PersonListItem; unnamed: string }) => {
  const name = personName(person, unnamed);
  const { email, phone } = person;
  const hasName = Boolean(person.firstName || person.lastName);
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} className="max-sm:hidden" />
      <div className="min-w-0">
        <p className="truncate font-[540]">{name}</p>
        {hasName && (email || phone) && (
          // Wide screens show the phone in its own column.
          <p className={cn("truncate text-faint text-xs leading-[15px]", !email && "lg:hidden")}>
            {email ?? formatPhone(phone ?? "")}
          </p>
        )}
      </div>
    </div>
  );
};

export const peopleColumns = (
  t: TFunction,
  mayChange: boolean,
  onView: (person: PersonListItem) => void,
): DataColumn<PersonListItem>[] => {
  // Translated once for all rows.
  const unnamed = t("people.unnamed");
  const typeLabels = labelsByKey(personTypes, (type) => t(`people.type.${type}`));
  const stageLabels = labelsByKey(personStatuses, (status) => t(`people.status.${status}`));
  const noScore = <span className="text-faint">{t("people.noScore")}</span>;
  const intentScore = t("people.profile.intentScore");
  const view = t("people.view");
  const select: DataColumn<PersonListItem> = {
    id: "select",
    enableSorting: false,
    header: () => <SelectAll />,
    cell: ({ row: { original } }) => (
      <SelectRow id={original.id} label={t("people.selectNamed", { name: personName(original, unnamed) })} />
    ),
    meta: { className: "w-10 pr-0 sm:w-11" },
  };
  return [
    ...(mayChange ? [select] : []),
    {
      id: "name",
      enableSorting: false,
      serverSort: "name",
      header: t("people.column.name"),
      cell: ({ row: { original } }) => <PersonCell person={original} unnamed={unnamed} />,
    },
    {
      id: "type",
      enableSorting: false,
      header: t("people.column.type"),
      cell: ({ row: { original } }) => typeLabels[original.type],
      meta: { className: "hidden w-28 sm:table-cell" },
    },
    {
      id: "stage",
      enableSorting: false,
      serverSort: "stage",
      header: t("people.column.stage"),
      cell: ({ row: { original } }) => (
        <Badge tone={statusTones[original.status]}>{stageLabels[original.status]}</Badge>
      ),
      meta: { className: "w-25 max-sm:px-1.5 sm:w-32" },
    },
    {
      id: "score",
      enableSorting: false,
      serverSort: "score",
      header: t("people.column.score"),
      cell: ({ row: { original } }) =>
        original.intentScore === null ? (
          noScore
        ) : (
          <ScoreBar value={original.intentScore} label={intentScore} />
        ),
      meta: { className: "hidden w-42 md:table-cell" },
    },
    {
      id: "contact",
      enableSorting: false,
      header: t("people.column.contact"),
      cell: ({ row: { original } }) =>
        original.phone && <p className="truncate tabular-nums">{formatPhone(original.phone)}</p>,
      meta: { className: "hidden w-44 lg:table-cell" },
    },
    {
      id: "updated",
      enableSorting: false,
      serverSort: "updated",
      header: t("people.column.updated"),
      cell: ({ row: { original } }) => (
        <span className="text-soft">
          <Age instant={original.updatedAt} />
        </span>
      ),
      meta: { className: "hidden w-36 lg:table-cell" },
    },
    {
      id: "actions",
      enableSorting: false,
      header: () => <span className="sr-only">{t("people.column.actions")}</span>,
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          onClick={() => onView(original)}
          aria-label={t("people.viewNamed", { name: personName(original, unnamed) })}
        >
          {view}
        </Button>
      ),
      meta: { className: "w-19 pl-0 text-right max-sm:pr-3 sm:w-24" },
    },
  ];
};
