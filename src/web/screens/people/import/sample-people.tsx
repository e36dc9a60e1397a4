import { useQuery } from "@tanstack/react-query";
import { Shuffle } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchRow, batchesApi } from "#contract/batches.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { callApi } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const sampleSize = 5;

const textOf = (row: BatchRow, name: string): string => {
  const value = row.after?.[name];
  return typeof value === "string" ? value : "";
};

const nameOf = (row: BatchRow): string =>
  row.name ?? [textOf(row, "firstName"), textOf(row, "lastName")].filter(Boolean).join(" ");

/**
 * Five rows as the people whom they become. A file in which one column was sorted apart from the others mixes people
 * up, and nothing but a look at whole people shows it.
 */
export const SamplePeople = ({ id, total }: { id: string; total: number }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [round, setRound] = useState(0);
  const { data } = useQuery({
    queryKey: ["", "api", "batches", id, "sample", round],
    queryFn: async () => {
      const starts = Array.from({ length: sampleSize }, () => Math.floor(Math.random() * total));
      const pages = await Promise.all(
        starts.map((after) =>
          callApi(batchesApi.rows, { params: { id }, query: { after, limit: 1, verdict: "added" } }),
        ),
      );
      const rows = pages.flatMap((page) => page.rows);
      return [...new Map(rows.map((row) => [row.line, row])).values()];
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <Card
      title={t("import.sample.title")}
      caption={t("import.sample.caption")}
      aside={
        <Button size="sm" variant="ghost" onClick={() => setRound((before) => before + 1)}>
          <Shuffle aria-hidden="true" />
          {t("import.sample.others")}
        </Button>
      }
    >
      <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-5">
        {data.map((row) => {
          const name = nameOf(row) || t("people.unnamed");
          const lines = [
            textOf(row, "phone") && formatPhone(textOf(row, "phone")),
            textOf(row, "email"),
            textOf(row, "town"),
          ].filter(Boolean);
          return (
            <li key={row.line} className="flex min-w-0 gap-2.5">
              <Avatar name={name} className="size-8" />
              <div className="min-w-0 text-xs">
                <p className="truncate font-[560] text-sm">{name}</p>
                {lines.map((line) => (
                  <p key={line} className="truncate text-soft">
                    {line}
                  </p>
                ))}
                <p className="text-faint tabular-nums">
                  {t("import.sample.row", { line: format.number(row.line) })}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
