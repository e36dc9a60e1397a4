import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { workspaceApi } from "#contract/workspace.ts";
import { query } from "#web/lib/api.ts";
import { useTicking } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

export const LastUpdated = memo(({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, dataUpdatedAt } = useQuery(query(workspaceApi.status));
  const text = useTicking((now) => {
    if (!data) return "";
    if (!data.lastChangeAt) return t("header.lastUpdated", { age: t("header.never") });
    // The age is taken on the server's clock: this device's may be wrong.
    const ahead = dataUpdatedAt - Date.parse(data.now);
    return t("header.lastUpdated", { age: format.age(data.lastChangeAt, now - ahead) });
  });
  return <p className={cn("text-faint text-xs tabular-nums", className)}>{text}</p>;
});
