import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type PossibleDuplicate, peopleApi } from "#contract/people.ts";
import type { DuplicateDecision } from "#domain/possible-duplicate.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useHasRole } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

const DuplicateRow = ({ duplicate }: { duplicate: PossibleDuplicate }) => {
  const { t } = useTranslation();
  const mayDecide = useHasRole("operator");
  const decide = useApiMutation(peopleApi.decideDuplicate);
  const { id, personId, decision } = duplicate;
  const name = duplicate.name ?? duplicate.email ?? duplicate.phone ?? t("people.duplicate.unnamed");

  const save = async (chosen: DuplicateDecision) => {
    try {
      await decide.mutateAsync({ params: { id }, body: { decision: chosen } });
      toast({ title: t("success.title"), description: t("people.duplicate.saved") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("people.duplicate.failed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <p className="min-w-0 flex-1 basis-60 break-words">
        {t(decision === "same" ? "people.duplicate.isSame" : "people.duplicate.text", { name })}{" "}
        <Link href={`/people?person=${personId}`} className="text-sea underline underline-offset-2">
          {t("people.duplicate.open")}
        </Link>
      </p>
      {decision === null && mayDecide && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={decide.isPending} onClick={() => void save("same")}>
            {t("people.duplicate.same")}
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => void save("different")}>
            {t("people.duplicate.different")}
          </Button>
        </div>
      )}
    </li>
  );
};

/** People who may be the same person, with the operator's decision. */
export const DuplicatesNotice = ({ duplicates }: { duplicates: PossibleDuplicate[] }) => {
  const { t } = useTranslation();
  if (duplicates.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm">
      <h3 className="flex items-center gap-2 font-[540]">
        <Users aria-hidden="true" className="size-4 shrink-0 text-warn" />
        {t("people.duplicate.title")}
      </h3>
      <ul className="grid gap-2">
        {duplicates.map((duplicate) => (
          <DuplicateRow key={duplicate.id} duplicate={duplicate} />
        ))}
      </ul>
    </section>
  );
};
