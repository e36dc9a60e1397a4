import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type DuplicatePair, duplicatesApi } from "#contract/duplicates.ts";
import type { Person } from "#contract/people.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { ComparedParts } from "#web/components/merge/compared-parts.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

const PersonCell = ({ person }: { person: Person }) => {
  const { t } = useTranslation();
  const name = personName(person, t("people.unnamed"));
  return (
    <div className="flex min-w-0 flex-1 basis-52 items-center gap-2.5">
      <Avatar name={name} />
      <div className="min-w-0">
        <Link
          href={`/people/${person.id}`}
          title={name}
          className="block truncate font-[540] text-sm hover:text-sea"
        >
          {name}
        </Link>
        <p className="truncate text-faint text-xs">
          {[person.email, person.phone && formatPhone(person.phone), person.town].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
};

type PairRowProps = { pair: DuplicatePair; isSelected: boolean; onToggle: () => void; onCompare: () => void };

export const PairRow = ({ pair, isSelected, onToggle, onCompare }: PairRowProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const distinct = useApiMutation(duplicatesApi.distinct);
  const [older, newer] = pair.people;
  const names = {
    one: personName(older, t("people.unnamed")),
    other: personName(newer, t("people.unnamed")),
  };

  const markDistinct = async () => {
    try {
      await distinct.mutateAsync({ params: { id: pair.id } });
      toast({ title: t("success.title"), description: t("merge.distinctSaved") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("merge.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <li className={cn("grid grid-cols-1 gap-2.5 px-4 py-3.5", isSelected && "bg-sea-tint")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayChange && (
          <Checkbox
            checked={isSelected}
            disabled={!pair.isStrict}
            onCheckedChange={onToggle}
            aria-label={t("merge.select", names)}
          />
        )}
        <PersonCell person={older} />
        <PersonCell person={newer} />
        {mayChange && (
          <div className="ml-auto flex gap-2">
            <Button size="sm" onClick={onCompare}>
              {t("merge.compare")}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={distinct.isPending}
              onClick={() => void markDistinct()}
            >
              {t("merge.distinct")}
            </Button>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{t(pair.isStrict ? "merge.sure" : "merge.review")}</Badge>
        <ComparedParts parts={pair.parts} />
      </div>
    </li>
  );
};
