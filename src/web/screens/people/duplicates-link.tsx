import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { duplicatesApi } from "#contract/duplicates.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";

/** Leads to pairs of people who may be one, while there are any. */
export const DuplicatesLink = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(duplicatesApi.list, { query: { limit: 1 } }));
  if (!data || data.total === 0) return null;
  return (
    <Link
      href="/people/duplicates"
      className="inline-flex items-center gap-1.5 rounded text-soft text-xs hover:text-sea hover:underline"
    >
      <UsersRound aria-hidden="true" className="size-3.5" />
      {t("people.duplicatesLink.count", { count: data.total, shown: format.number(data.total) })}
    </Link>
  );
};
