import { useTranslation } from "react-i18next";
import type { ProposedChange, ProposedOptOut } from "#domain/approvals/content.ts";
import { type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { useFieldLabelByKey } from "#web/components/person-field/use-person-fields.ts";
import { VisibleText } from "./visible-text.tsx";

const useColumnLabel = (): ((name: string) => string) => {
  const { t } = useTranslation();
  return (name) => {
    const target: PersonTarget | undefined = personTargets.find((each) => each === name);
    return target ? t(`endpoints.target.${target}`) : name;
  };
};

const fieldText = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The values that somebody proposes for a person, and those that they would replace. */
export const ProposedValues = ({ change }: { change: ProposedChange }) => {
  const { t } = useTranslation();
  const columnLabel = useColumnLabel();
  const fieldLabel = useFieldLabelByKey();
  const rows = [
    ...Object.entries(change.set).map(([name, value]) => ({
      label: columnLabel(name),
      value,
      before: change.before[name] ?? null,
    })),
    ...(change.addedTags.length > 0
      ? [{ label: t("approvals.addedTags"), value: change.addedTags.join(", "), before: null }]
      : []),
    ...Object.entries(change.fields).map(([key, value]) => ({
      label: fieldLabel(key),
      value: fieldText(value),
      before: null,
    })),
  ];
  return (
    <dl className="grid gap-2">
      {rows.map(({ label, value, before }) => (
        <div key={label} className="grid min-w-0 gap-1">
          <dt className="break-words text-faint text-xs">
            {before === null ? label : t("approvals.instead", { label, before })}
          </dt>
          <dd className="min-w-0">
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** An opt-out that a mail without proof asks for. */
export const ProposedOptOutText = ({ optOut }: { optOut: ProposedOptOut }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      <p className="break-words text-sm">
        {t(`approvals.optOutOf.${optOut.subject}`, { address: formatPhone(optOut.address) })}
      </p>
      <VisibleText text={optOut.words} />
    </div>
  );
};
