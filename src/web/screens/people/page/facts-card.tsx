import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { PersonDetail } from "#contract/people.ts";
import { addressesApi } from "#contract/person-fields.ts";
import type { PersonOverview } from "#contract/person-page.ts";
import type { AudienceRow } from "#domain/audience/audience.ts";
import { languages } from "#domain/language.ts";
import { type PlainColumnName, shownPlainColumns } from "#domain/people/person-columns.ts";
import { personTypes } from "#domain/person.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";
import { zoneCity } from "#domain/places/zone-cities.ts";
import { LocationMap } from "#web/components/map/location-map.tsx";
import { useTileSource } from "#web/components/map/tile-layer.tsx";
import { FurtherAddresses } from "#web/components/person-addresses/further-addresses.tsx";
import { useAddressLabel } from "#web/components/person-addresses/use-address-label.ts";
import { FieldValueInput } from "#web/components/person-field/field-value-input.tsx";
import { FieldValueText } from "#web/components/person-field/field-value-text.tsx";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { ZoneSelect } from "#web/screens/people/person/zone-select.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";
import type { EditPerson, PersonEdit } from "./use-person-edit.ts";

type Fact = {
  id: string;
  label: string;
  value: unknown;
  shown: ReactNode;
  input: (value: unknown, onChange: (value: unknown) => void) => ReactNode;
  toEdit: (value: unknown) => PersonEdit;
  /** Long controls stand below the label. */
  isTall?: boolean;
};

type Choice = { value: string; label: string };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Opens a control for one value; Enter saves, Escape cancels. */
const FactRow = ({ fact, onEdit }: { fact: Fact; onEdit: EditPerson | undefined }) => {
  const { t } = useTranslation();
  const labelId = useId();
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isEditing = draft !== undefined;
  // Also after a refusal: the control was disabled while it was saved, and lost the focus.
  useEffect(() => {
    if (isEditing && !isSaving)
      form.current?.querySelector<HTMLElement>("input, select, button[role=checkbox]")?.focus();
  }, [isEditing, isSaving]);
  const close = () => {
    setDraft(undefined);
    setError(undefined);
    queueMicrotask(() => button.current?.focus());
  };
  const save = async () => {
    if (!draft || !onEdit) return;
    if (JSON.stringify(draft.value ?? null) === JSON.stringify(fact.value ?? null)) {
      close();
      return;
    }
    setSaving(true);
    const problem = await onEdit(fact.toEdit(draft.value));
    setSaving(false);
    if (problem === undefined) close();
    else setError(problem);
  };
  return (
    <div
      className={cn(
        "grid min-h-[30px] items-center gap-x-2 text-sm max-sm:min-h-9",
        isEditing ? "grid-cols-1 gap-y-1 py-1.5" : "grid-cols-[116px_minmax(0,1fr)]",
      )}
    >
      <dt id={labelId} className="text-[12.5px] text-faint">
        {fact.label}
      </dt>
      <dd className="min-w-0">
        {draft && onEdit ? (
          <form
            ref={form}
            aria-labelledby={labelId}
            // The server's answer is shown in the user's language.
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape") {
                event.stopPropagation();
                close();
              }
            }}
            className="grid gap-1.5"
          >
            <fieldset
              aria-label={fact.label}
              disabled={isSaving}
              className="min-w-0 [&_input]:h-9 [&_select]:h-9"
            >
              {fact.input(draft.value, (value) => setDraft({ value }))}
            </fieldset>
            {error && (
              <p role="alert" className="text-bad text-xs">
                {error}
              </p>
            )}
            <div className="flex justify-end gap-2">
              <Button size="sm" className="max-sm:h-9" onClick={close}>
                {t("action.cancel")}
              </Button>
              <Button size="sm" className="max-sm:h-9" type="submit" variant="primary" disabled={isSaving}>
                {t(isSaving ? "action.saving" : "action.save")}
              </Button>
            </div>
          </form>
        ) : onEdit ? (
          <button
            ref={button}
            type="button"
            data-fact
            onClick={() => setDraft({ value: fact.value })}
            className="-mx-1.5 flex min-h-[26px] w-[calc(100%+12px)] items-center rounded-md px-1.5 text-left hover:bg-hover max-sm:min-h-9"
          >
            <span className="sr-only">{t("personPage.facts.edit", { label: fact.label })} </span>
            <span className="min-w-0 truncate">{fact.shown}</span>
          </button>
        ) : (
          <span className="block truncate">{fact.shown}</span>
        )}
      </dd>
    </div>
  );
};

/** What the main addresses are used for, as it is shown. */
const useMainLabels = (personId: string): Partial<Record<string, string | null>> => {
  const addressLabel = useAddressLabel();
  const { data } = useQuery(apiQuery(addressesApi.list, { params: { id: personId } }));
  const main = data?.addresses.filter(({ isPrimary }) => isPrimary) ?? [];
  return Object.fromEntries(main.map(({ kind, label }) => [kind, addressLabel(label)]));
};

const useFacts = (person: PersonDetail, owners: readonly Choice[]): Fact[] => {
  const { t, i18n } = useTranslation();
  const labelOf = useFieldLabel();
  const customFields = usePersonFields();
  const mainLabels = useMainLabels(person.id);
  const empty = <span className="text-faint">{t("personPage.facts.empty")}</span>;
  const text = (
    id: "firstName" | "lastName" | "email" | "phone" | PlainColumnName,
    type: "text" | "email" | "tel" = "text",
    format: (value: string) => string = (value) => value,
  ): Fact => ({
    id,
    label: t(`people.field.${id}`),
    value: person[id],
    shown: person[id] ? (
      <>
        <span title={person[id]}>{format(person[id])}</span>
        {mainLabels[id] && <span className="ml-1.5 text-faint text-xs">{mainLabels[id]}</span>}
      </>
    ) : (
      empty
    ),
    input: (value, onChange) => (
      <Input
        type={type}
        aria-label={t(`people.field.${id}`)}
        value={textOf(value)}
        maxLength={254}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    ),
    toEdit: (value) => ({ [id]: textOf(value).trim() || null }),
  });
  const choice = (
    id: "type" | "language" | "assignedAgentId",
    label: string,
    options: readonly Choice[],
  ): Fact => ({
    id,
    label,
    value: person[id] ?? "",
    shown: options.find(({ value }) => value === person[id])?.label ?? empty,
    input: (value, onChange) => (
      <Select aria-label={label} value={textOf(value)} onChange={({ target }) => onChange(target.value)}>
        {id !== "type" && <option value="">{t("personFields.empty")}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    ),
    toEdit: (value) => ({ [id]: value === "" ? null : value }),
  });
  return [
    text("firstName"),
    text("lastName"),
    text("phone", "tel", formatPhone),
    text("email", "email"),
    ...shownPlainColumns.map((id) => text(id)),
    choice(
      "type",
      t("people.field.type"),
      personTypes.map((value) => ({ value, label: t(`people.type.${value}`) })),
    ),
    choice(
      "language",
      t("people.field.language"),
      languages.map((value) => ({ value, label: t(`language.${value}`) })),
    ),
    {
      id: "timezone",
      label: t("people.field.timezone"),
      value: person.timezone ?? "",
      shown: person.timezone ? zoneCity(person.timezone, i18n.language === "es" ? "es" : "en") : empty,
      input: (value, onChange) => (
        <ZoneSelect
          aria-label={t("people.field.timezone")}
          stored={person.timezone}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      ),
      toEdit: (value) => ({ timezone: textOf(value) || null }),
    },
    choice("assignedAgentId", t("personPage.facts.owner"), owners),
    {
      id: "tags",
      label: t("people.field.tags"),
      value: person.tags.join(", "),
      shown: person.tags.length > 0 ? person.tags.join(", ") : empty,
      input: (value, onChange) => (
        <Input
          aria-label={t("people.field.tags")}
          value={textOf(value)}
          placeholder={t("personPage.facts.tagsHint")}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      ),
      toEdit: (value) => ({
        tags: [
          ...new Set(
            textOf(value)
              .split(",")
              .map((tag) => tag.trim()),
          ),
        ].filter(Boolean),
      }),
    },
    ...customFields.map(
      (field): Fact => ({
        id: `custom.${field.key}`,
        label: labelOf(field),
        value: person.fields[field.key] ?? null,
        shown:
          person.fields[field.key] === undefined || person.fields[field.key] === null ? (
            empty
          ) : field.kind === "link" ? (
            String(person.fields[field.key])
          ) : (
            <FieldValueText field={field} value={person.fields[field.key]} />
          ),
        input: (value, onChange) => (
          <FieldValueInput field={field} value={value} onChange={onChange} label={labelOf(field)} />
        ),
        toEdit: (value) => ({ fields: { [field.key]: value ?? null } }),
      }),
    ),
  ];
};

/** About a kilometre: a filter may be saved and shared, and does not tell where exactly a person lives. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100) / 100;

const nearbyRow = ({ latitude, longitude }: GeoPoint, label: string): AudienceRow => ({
  field: "distance",
  op: "within_distance",
  value: {
    distance: 10,
    unit: "mi",
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    label,
  },
});

/** Where the address is, and how precisely that is known; leads to the people around it. */
const LocationRow = ({ location }: { location: NonNullable<PersonOverview["location"]> }) => {
  const { t } = useTranslation();
  const { label, precision, point, mayBeMapped } = location;
  const near = point && nearbyRow(point, label);
  const tiles = useTileSource();
  const source = mayBeMapped ? tiles : undefined;
  const [hasMap, setHasMap] = useState(false);
  const mapId = useId();
  return (
    <div className="grid min-h-[30px] grid-cols-[116px_minmax(0,1fr)] items-center gap-x-2 text-sm max-sm:min-h-9">
      <dt className="text-[12.5px] text-faint">{t("audience.field.distance")}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="min-w-0 truncate">{label}</span>
        <span className="text-faint text-xs">{t(`places.precision.${precision}`)}</span>
        {near && (
          <Link
            href={`/people?where=${encodeURIComponent(JSON.stringify(near))}`}
            className="text-sea text-xs underline"
          >
            {t("places.nearby")}
          </Link>
        )}
        {source && point && (
          <button
            type="button"
            aria-expanded={hasMap}
            aria-controls={mapId}
            onClick={() => setHasMap(!hasMap)}
            className="text-sea text-xs underline"
          >
            {t(hasMap ? "map.hide" : "map.show")}
          </button>
        )}
      </dd>
      {/* The vendor is asked only when the user wants to see the place. */}
      {source && point && hasMap && (
        <dd id={mapId} className="col-span-2 py-1.5">
          <LocationMap
            key={`${point.latitude} ${point.longitude}`}
            source={source}
            point={point}
            precision={precision}
            label={label}
          />
        </dd>
      )}
    </div>
  );
};

type FactsCardProps = {
  person: PersonDetail;
  location: PersonOverview["location"];
  owners: readonly Choice[];
  onEdit: EditPerson;
};

/** What is known of a person, each value edited where it stands. */
export const FactsCard = ({ person, location, owners, onEdit }: FactsCardProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const facts = useFacts(person, owners);
  return (
    <Card
      title={t("personPage.facts.title")}
      caption={mayChange && <span className="max-sm:hidden">{t("personPage.facts.hint")}</span>}
      aside={mayChange && <Kbd className="max-sm:hidden pointer-coarse:hidden">F</Kbd>}
    >
      <dl className="-mt-1.5">
        {facts.map((fact) => (
          <FactRow key={fact.id} fact={fact} onEdit={mayChange ? onEdit : undefined} />
        ))}
        <FurtherAddresses personId={person.id} mayChange={mayChange} />
        {location && <LocationRow location={location} />}
      </dl>
    </Card>
  );
};

/** Moves the focus to the first value. */
export const focusFacts = (): void => document.querySelector<HTMLElement>("[data-fact]")?.focus();
