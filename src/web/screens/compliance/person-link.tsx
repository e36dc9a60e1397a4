import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { formatPhone } from "#domain/phone-format.ts";

type PersonLinkProps = { id: string | null; name: string | null; fallback?: string };

export const PersonLink = ({ id, name, fallback }: PersonLinkProps) => {
  const { t } = useTranslation();
  if (!id) return <span className="block truncate text-faint">{fallback ?? t("people.unnamed")}</span>;
  return (
    <Link
      href={`/people/${id}`}
      className="inline-block max-w-full truncate rounded py-1 align-middle text-sea hover:underline"
    >
      {name ? formatPhone(name) : t("people.unnamed")}
    </Link>
  );
};
