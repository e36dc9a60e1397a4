import { useQuery } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { duplicatesApi } from "#contract/duplicates.ts";
import type { PersonInput } from "#domain/person.ts";
import { ComparedParts } from "#web/components/merge/compared-parts.tsx";
import { callApi } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { useHasAllRecords } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";

type SimilarPeopleProps = Pick<PersonInput, "firstName" | "lastName" | "email" | "phone" | "zip">;

/** People who are already here and may be the one that is being entered. */
export const SimilarPeople = ({ firstName, lastName, email, phone, zip }: SimilarPeopleProps) => {
  const { t } = useTranslation();
  const entered = useDebounced(JSON.stringify({ firstName, lastName, email, phone, zip }));
  const hasAll = useHasAllRecords();
  const hasAddress = (phone ?? "").length >= 7 || (email ?? "").includes("@");
  const { data } = useQuery({
    queryKey: ["similar-people", entered],
    queryFn: () => callApi(duplicatesApi.similar, { body: JSON.parse(entered) as SimilarPeopleProps }),
    enabled: hasAll && (hasAddress || ((firstName ?? "") !== "" && (lastName ?? "").length >= 2)),
    meta: { topics: duplicatesApi.similar.topics },
  });
  if (!data || data.people.length === 0) return null;
  return (
    <section role="status" className="grid gap-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm">
      <h3 className="flex items-center gap-2 font-[540]">
        <UserSearch aria-hidden="true" className="size-4 shrink-0 text-warn" />
        {t("people.duplicate.alreadyHere")}
      </h3>
      <ul className="grid gap-2">
        {data.people.map(({ person, parts }) => (
          <li key={person.id} className="grid gap-1">
            <Link href={`/people/${person.id}`} className="w-fit text-sea underline underline-offset-2">
              {personName(person, t("people.unnamed"))}
            </Link>
            <ComparedParts parts={parts} />
          </li>
        ))}
      </ul>
    </section>
  );
};
