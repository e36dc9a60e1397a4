import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { addressesApi } from "#contract/person-fields.ts";
import type { PersonAddress } from "#contract/threads.ts";
import { languages } from "#domain/language.ts";
import { type PlainColumnName, shownPlainColumns } from "#domain/people/person-columns.ts";
import { personTypes } from "#domain/person.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { zoneCity } from "#domain/places/zone-cities.ts";
import { ZoneSelect } from "#web/components/person/zone-select.tsx";
import { AddressValue } from "#web/components/person-addresses/address-value.tsx";
import { FieldValueInput } from "#web/components/person-field/field-value-input.tsx";
import { FieldValueText } from "#web/components/person-field/field-value-text.tsx";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Fact } from "./fact-row.tsx";

export type Choice = { value: string; label: string };

/** Of the ids of custom fields among the facts. */
export const customFactPrefix = "custom.";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The addresses that messages go to, by their kind. */
const useMainAddresses = (personId: string): Map<string, PersonAddress> => {
  const { data } = useQuery(apiQuery(addressesApi.list, { params: { id: personId } }));
  const main = data?.addresses.filter(({ isPrimary }) => isPrimary) ?? [];
  return new Map(main.map((address) => [address.kind, address]));
};

/** What is known of a person, in the order in which it is shown. */
export const useFacts = (person: PersonDetail, owners: readonly Choice[]): Fact[] => {
  const { t, i18n } = useTranslation();
  const labelOf = useFieldLabel();
  const customFields = usePersonFields();
  const mainAddresses = useMainAddresses(person.id);
  const empty = <span className="text-faint">{t("personPage.facts.empty")}</span>;
  const text = (
    id: "firstName" | "lastName" | "email" | "phone" | PlainColumnName,
    type: "text" | "email" | "tel" = "text",
    format: (value: string) => string = (value) => value,
  ): Fact => ({
    id,
    label: t(`people.field.${id}`),
    value: person[id],
    shown: person[id] ? <AddressValue text={format(person[id])} address={mainAddresses.get(id)} /> : empty,
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
      shown:
        person.tags.length > 0 ? <span title={person.tags.join(", ")}>{person.tags.join(", ")}</span> : empty,
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
        id: `${customFactPrefix}${field.key}`,
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
