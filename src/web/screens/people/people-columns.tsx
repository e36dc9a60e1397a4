import { CircleHelp, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import type { AudienceField } from "#contract/audiences.ts";
import type { PersonListItem } from "#contract/people.ts";
import { languages } from "#domain/language.ts";
import { type ListedColumnName, listedColumns } from "#domain/people/person-columns.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cn } from "#web/lib/cn.ts";
import { personName } from "#web/lib/person-name.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { Age, PersonCell, ScoreBar, statusTones, TagList } from "./cells.tsx";
import { type BuiltInColumn, defaultColumns, isBuiltInColumn, knownColumns } from "./column-list.ts";
import { customColumn } from "./custom-column.tsx";
import { type CellEditor, EditableCell } from "./editable-cell.tsx";
import { SelectAll, SelectRow } from "./selection.tsx";

export type OwnerChoice = { id: string; name: string };

type ColumnContext = {
  wording: Wording;
  maySelect: boolean;
  colleagues: readonly OwnerChoice[] | undefined;
  customFields: ReadonlyMap<string, AudienceField>;
  onPage: (person: PersonListItem) => void;
  onEdit: (person: PersonListItem) => void;
  /** Absent while there is nothing to explain. */
  onWhy: ((person: PersonListItem) => void) | undefined;
};

type PeopleColumn = DataColumn<PersonListItem> & {
  /** In pixels, for a table that may be wider than the screen. */
  width: number;
  /** Hides the column on small screens while the columns are the default ones. */
  narrow?: string;
};

const nullIfEmpty = (text: string): string | null => (text === "" ? null : text);

const textEditor = (
  person: PersonListItem,
  field: "email" | "phone" | ListedColumnName,
  type: "text" | "email" | "tel",
): CellEditor => ({
  kind: "text",
  value: person[field] ?? "",
  type,
  toChange: (value) => ({ [field]: nullIfEmpty(value) }),
});

const builtIn = ({ wording, colleagues }: ColumnContext): Record<BuiltInColumn, PeopleColumn> => {
  const { t } = wording.i18n;
  // Translated once for all rows.
  const unnamed = t("people.unnamed");
  const noScore = (
    <span className="text-faint" title={t("people.notKnown")}>
      {t("people.noScore")}
    </span>
  );
  const types = personTypes.map((value) => ({ value, label: t(`people.type.${value}`) }));
  const stages = personStatuses.map((value) => ({ value, label: t(`people.status.${value}`) }));
  const languageChoices = languages.map((value) => ({ value, label: t(`language.${value}`) }));
  const owners = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const none = { value: "", label: t("people.edit.nobody") };
  const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label;

  const column = (
    id: BuiltInColumn,
    width: number,
    cell: (person: PersonListItem) => ReactNode,
    more: Partial<PeopleColumn> = {},
  ): PeopleColumn => ({
    id,
    width,
    enableSorting: false,
    header: t(`people.column.${id}`),
    cell: ({ row: { original } }) => cell(original),
    ...more,
  });
  const editable = (
    id: BuiltInColumn,
    person: PersonListItem,
    editor: CellEditor,
    shown: ReactNode,
  ): ReactNode => (
    <EditableCell person={person} column={id} label={t(`people.column.${id}`)} editor={editor}>
      {shown}
    </EditableCell>
  );
  const score = (value: number | null, label: string) =>
    value === null ? noScore : <ScoreBar value={value} label={label} />;
  const age = (instant: string | null) =>
    instant && (
      <span className="text-soft">
        <Age instant={instant} />
      </span>
    );
  const text = (value: string | null) => value && <span className="truncate">{value}</span>;

  const plain = Object.fromEntries(
    listedColumns.map((id) => [
      id,
      column(id, 144, (person) => editable(id, person, textEditor(person, id, "text"), text(person[id]))),
    ]),
  ) as Record<ListedColumnName, PeopleColumn>;

  return {
    name: column("name", 240, (person) => <PersonCell person={person} unnamed={unnamed} />, {
      serverSort: "name",
    }),
    type: column(
      "type",
      112,
      (person) =>
        editable(
          "type",
          person,
          {
            kind: "choice",
            value: person.type,
            options: types,
            toChange: (value) => {
              const type = personTypes.find((candidate) => candidate === value);
              return type && { type };
            },
          },
          labelIn(types, person.type),
        ),
      { narrow: "hidden w-24 sm:table-cell xl:w-28" },
    ),
    stage: column(
      "stage",
      128,
      (person) =>
        editable(
          "stage",
          person,
          {
            kind: "choice",
            value: person.status,
            options: stages,
            toChange: (value) => {
              const status = personStatuses.find((candidate) => candidate === value);
              return status && { status };
            },
          },
          <Badge tone={statusTones[person.status]}>{labelIn(stages, person.status)}</Badge>,
        ),
      { serverSort: "stage", narrow: "w-25 max-sm:px-1.5 sm:w-32" },
    ),
    score: column("score", 168, ({ intentScore }) => score(intentScore, t("people.profile.intentScore")), {
      serverSort: "score",
      narrow: "hidden w-32 md:table-cell xl:w-42",
    }),
    propensity: column("propensity", 168, ({ propensityToBuy }) =>
      score(propensityToBuy, t("people.profile.propensityToBuy")),
    ),
    churn: column("churn", 168, ({ churnRisk }) => score(churnRisk, t("people.profile.churnRisk"))),
    owner: column("owner", 160, (person) => {
      const { assignedAgentId } = person;
      const shown = assignedAgentId
        ? (labelIn(owners, assignedAgentId) ?? (colleagues ? t("people.edit.unknownUser") : null))
        : null;
      if (!colleagues) return text(shown);
      return editable(
        "owner",
        person,
        {
          kind: "choice",
          value: assignedAgentId ?? "",
          options: [none, ...owners],
          toChange: (value) => ({ assignedAgentId: nullIfEmpty(value) }),
        },
        text(shown),
      );
    }),
    tags: column("tags", 200, (person) =>
      editable(
        "tags",
        person,
        { kind: "tags", value: person.tags, toChange: (tags) => ({ tags }) },
        <TagList tags={person.tags} />,
      ),
    ),
    contact: column(
      "contact",
      176,
      (person) =>
        editable(
          "contact",
          person,
          textEditor(person, "phone", "tel"),
          text(person.phone && formatPhone(person.phone)),
        ),
      { narrow: "hidden w-44 xl:table-cell" },
    ),
    email: column("email", 224, (person) =>
      editable("email", person, textEditor(person, "email", "email"), text(person.email)),
    ),
    ...plain,
    language: column("language", 120, (person) =>
      editable(
        "language",
        person,
        {
          kind: "choice",
          value: person.language ?? "",
          options: [{ value: "", label: "–" }, ...languageChoices],
          toChange: (value) => ({
            language: languages.find((candidate) => candidate === value) ?? null,
          }),
        },
        person.language && labelIn(languageChoices, person.language),
      ),
    ),
    sources: column("sources", 180, ({ sources }) => <TagList tags={sources} />),
    lastInbound: column("lastInbound", 140, ({ lastInboundAt }) => age(lastInboundAt)),
    created: column("created", 140, ({ createdAt }) => age(createdAt)),
    updated: column("updated", 144, ({ updatedAt }) => age(updatedAt), {
      serverSort: "updated",
      narrow: "hidden w-36 min-[1400px]:table-cell",
    }),
  };
};

const pixelWidth = (column: PeopleColumn): DataColumn<PersonListItem> => ({
  ...column,
  style: column.id === "name" ? { minWidth: column.width } : { width: column.width },
});

/** The columns of the list, and the width below which it is scrolled sideways. */
export const peopleColumns = (
  chosen: readonly string[],
  context: ColumnContext,
): { columns: DataColumn<PersonListItem>[]; minWidth: number | undefined } => {
  const { wording, maySelect, customFields, onEdit, onPage, onWhy } = context;
  const { t } = wording.i18n;
  const unnamed = t("people.unnamed");
  const view = t("people.view");
  const nameOf = (person: PersonListItem) => personName(person, unnamed);
  const isDefault = chosen.join() === defaultColumns.join();
  const all = builtIn(context);
  const shown = knownColumns(chosen, new Set(customFields.keys())).flatMap((id): PeopleColumn[] => {
    if (isBuiltInColumn(id)) return [all[id]];
    const field = customFields.get(id);
    return field ? [customColumn(id, field, wording)] : [];
  });
  const select: DataColumn<PersonListItem> = {
    id: "select",
    enableSorting: false,
    header: () => <SelectAll />,
    cell: ({ row: { original } }) => (
      <SelectRow id={original.id} label={t("people.selectNamed", { name: nameOf(original) })} />
    ),
    meta: { className: "w-10 pr-0 sm:w-11" },
  };
  const actions: DataColumn<PersonListItem> = {
    id: "actions",
    enableSorting: false,
    header: () => <span className="sr-only">{t("people.column.actions")}</span>,
    cell: ({ row: { original } }) => (
      <span className="flex justify-end gap-1">
        {onWhy && (
          <Button
            size="icon"
            variant="ghost"
            onClick={() => onWhy(original)}
            aria-label={t("audience.why.named", { name: nameOf(original) })}
            title={t("audience.why.title")}
            className="size-8 max-sm:hidden"
          >
            <CircleHelp aria-hidden="true" />
          </Button>
        )}
        <Button
          size="icon"
          variant="ghost"
          onClick={() => onEdit(original)}
          aria-label={t("people.editNamed", { name: nameOf(original) })}
          title={t("personPage.head.edit")}
          className="size-8 max-sm:hidden"
        >
          <PencilLine aria-hidden="true" />
        </Button>
        <Button
          size="sm"
          onClick={() => onPage(original)}
          aria-label={t("people.viewNamed", { name: nameOf(original) })}
        >
          {view}
        </Button>
      </span>
    ),
    meta: { className: cn("w-19 pl-0 text-right max-sm:pr-3", onWhy ? "sm:w-42" : "sm:w-33") },
  };
  const responsive = ({ narrow, ...column }: PeopleColumn): DataColumn<PersonListItem> => ({
    ...column,
    ...(narrow ? { meta: { className: narrow } } : {}),
  });
  return {
    columns: [
      ...(maySelect ? [select] : []),
      ...shown.map((column) => (isDefault ? responsive(column) : pixelWidth(column))),
      actions,
    ],
    minWidth: isDefault ? undefined : shown.reduce((sum, { width }) => sum + width, 150),
  };
};
