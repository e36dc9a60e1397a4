import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonDetail, people } from "#contract/people.ts";
import { query, serverMessage } from "../../lib/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorCard } from "../../ui/error-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PersonForm } from "./person-form.tsx";
import { nameOf } from "./person-name.ts";

type PersonDialogProps = { id: string | undefined; onClose: () => void };

type Leaving = { onDirty: (dirty: boolean) => void; onCancel: () => void; onClose: () => void };

const Waiting = () => (
  <div aria-busy="true" className="grid gap-5 sm:grid-cols-2">
    {["a", "b", "c", "d", "e", "f"].map((field) => (
      <Skeleton key={field} className="h-15" />
    ))}
  </div>
);

const ExistingPerson = ({ id, ...leaving }: { id: string } & Leaving) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(people.get, { params: { id } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const readNewest = async (): Promise<PersonDetail | undefined> => (await refetch()).data;
  return <PersonForm person={data} readNewest={readNewest} {...leaving} />;
};

/** Adds somebody, or shows and changes one. What was typed is not lost without asking. */
export const PersonDialog = ({ id, onClose }: PersonDialogProps) => {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { data } = useQuery({ ...query(people.get, { params: { id: id ?? "" } }), enabled: false });
  const cancel = () => (dirty ? setLeaving(true) : onClose());
  const shared = { onDirty: setDirty, onCancel: cancel, onClose };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={t(id ? "people.editTitle" : "people.add")}
      description={data && nameOf(data, t("people.unnamed"))}
      className="sm:max-w-2xl"
    >
      {id ? <ExistingPerson id={id} {...shared} /> : <PersonForm {...shared} />}
      {leaving && (
        <ConfirmDialog
          title={t("people.unsaved")}
          text={t("people.unsavedText")}
          confirm={t("people.discard")}
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
