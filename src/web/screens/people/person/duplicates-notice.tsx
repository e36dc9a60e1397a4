import { Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type PossibleDuplicate, peopleApi } from "#contract/people.ts";
import { MergeDialog } from "#web/components/merge/merge-dialog.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

type DuplicateRowProps = { duplicate: PossibleDuplicate; onCompare: () => void };

const DuplicateRow = ({ duplicate, onCompare }: DuplicateRowProps) => {
  const { t } = useTranslation();
  const mayDecide = useMay("people", "work");
  const decide = useApiMutation(peopleApi.decideDuplicate);
  const { id, personId, reason } = duplicate;
  const name = duplicate.name ?? duplicate.email ?? duplicate.phone ?? t("people.duplicate.unnamed");

  const saveDifferent = async () => {
    try {
      await decide.mutateAsync({ params: { id }, body: { decision: "different" } });
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
        {t(`people.duplicate.reason.${reason}`, { name })}{" "}
        <Link href={`/people/${personId}`} className="text-sea underline underline-offset-2">
          {t("people.duplicate.open")}
        </Link>
      </p>
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onCompare}>
            {t("merge.compare")}
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => void saveDifferent()}>
            {t("people.duplicate.different")}
          </Button>
        </div>
      )}
    </li>
  );
};

type DuplicatesNoticeProps = { personId: string; duplicates: PossibleDuplicate[] };

/** People who may be the same person: compare and merge them, or say that they are different. */
export const DuplicatesNotice = ({ personId, duplicates }: DuplicatesNoticeProps) => {
  const { t } = useTranslation();
  const [comparedId, setComparedId] = useState<string>();
  if (duplicates.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm">
      <h3 className="flex items-center gap-2 font-[540]">
        <Users aria-hidden="true" className="size-4 shrink-0 text-warn" />
        {t("people.duplicate.title")}
      </h3>
      <ul className="grid gap-2">
        {duplicates.map((duplicate) => (
          <DuplicateRow
            key={duplicate.id}
            duplicate={duplicate}
            onCompare={() => setComparedId(duplicate.personId)}
          />
        ))}
      </ul>
      {comparedId && <MergeDialog ids={[personId, comparedId]} onClose={() => setComparedId(undefined)} />}
    </section>
  );
};
