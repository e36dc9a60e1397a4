import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PersonField } from "#contract/person-fields.ts";
import { fieldText, isReadableValue } from "#domain/people/field-kinds.ts";

type FieldValueTextProps = { field: Pick<PersonField, "kind" | "choices">; value: unknown };

/** A value of a custom field as text; one that does not read as its kind is marked and shown as it is stored. */
export const FieldValueText = ({ field, value }: FieldValueTextProps) => {
  const { t, i18n } = useTranslation();
  const text = fieldText(value, field, i18n.language === "es" ? "es" : "en");
  if (text === "") return <span className="text-faint">{t("personFields.empty")}</span>;
  if (!isReadableValue(value, field))
    return (
      <span className="inline-flex min-w-0 items-center gap-1 text-warn" title={t("personFields.unreadable")}>
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">{t("personFields.unreadable")}</span>
        <span className="wrap-anywhere">{text}</span>
      </span>
    );
  if (field.kind === "link")
    return (
      <a
        href={text}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere rounded text-sea hover:underline"
      >
        {text.replace(/^https:\/\/|\/$/g, "")}
      </a>
    );
  return <span className="wrap-anywhere">{text}</span>;
};
