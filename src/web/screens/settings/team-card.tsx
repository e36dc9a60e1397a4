import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, users } from "#contract/users.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { teamColumns } from "./team-columns.tsx";

const byId = ({ id }: TeamMember) => id;

export const TeamCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(users.list));
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<TeamMember>();
  const columns = useMemo(() => teamColumns(t, format, setEditing), [t, format]);

  const reopenNewest = async () => {
    const { data: newest } = await refetch();
    setEditing((open) => newest?.find(({ id }) => id === open?.id));
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.title")}</span>}
      caption={data && t("team.count", { count: data.length })}
      aside={
        <Button size="sm" className="mr-4" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {t("team.add")}
        </Button>
      }
    >
      {data ? (
        <DataTable
          label={t("team.title")}
          columns={columns}
          rows={data}
          rowId={byId}
          onOpen={setEditing}
          className="border-line border-t"
        />
      ) : error ? (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {adding && <AddUserDialog onClose={() => setAdding(false)} />}
      {editing && (
        <EditUserDialog
          key={`${editing.id} ${editing.updatedAt}`}
          member={editing}
          onClose={() => setEditing(undefined)}
          onLoadNewest={reopenNewest}
        />
      )}
    </Card>
  );
};
