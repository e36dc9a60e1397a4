import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonDetail, people } from "#contract/people.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PersonForm } from "./person-form.tsx";

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

/** Adds somebody, or shows and changes one. */
export const PersonDialog = ({ id, onClose }: PersonDialogProps) => {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const { data } = useQuery({ ...query(people.get, { params: { id: id ?? "" } }), enabled: false });
  return (
    <FormDialog
      dirty={dirty}
      onClose={onClose}
      title={t(id ? "people.editTitle" : "people.add")}
      description={data && personName(data, t("people.unnamed"))}
      className="sm:max-w-2xl"
    >
      {(cancel) => {
        const leaving = { onDirty: setDirty, onCancel: cancel, onClose };
        return id ? <ExistingPerson id={id} {...leaving} /> : <PersonForm {...leaving} />;
      }}
    </FormDialog>
  );
};
