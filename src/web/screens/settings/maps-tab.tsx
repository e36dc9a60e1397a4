import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { personFieldsApi } from "#contract/person-fields.ts";
import { placesApi } from "#contract/places.ts";
import { mapProviders } from "#domain/map-providers.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import type { FieldOptions } from "#web/lib/json-schema.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountCards } from "./account-tabs.tsx";

const Figure = ({ label, value }: { label: string; value: number }) => {
  const { number } = useFormat();
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-t py-2 first:border-t-0">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-[560] text-sm tabular-nums">{number(value)}</dd>
    </div>
  );
};

/** How exactly people are located, by whom, and what stands in the way. */
const LocatedPeople = () => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(placesApi.status));
  if (!data)
    return error ? (
      <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-64 rounded-card" />
    );
  const { provider, located, notFound, waiting, lastError } = data;
  return (
    <Card title={t("settings.maps.status")}>
      <p className="mb-2 text-sm text-soft">{t(`settings.maps.by.${provider}`)}</p>
      <dl>
        {located.map(({ precision, count }) => (
          <Figure key={precision} label={t(`places.precision.${precision}`)} value={count} />
        ))}
        <Figure label={t("settings.maps.notFound")} value={notFound} />
        <Figure label={t("settings.maps.waiting")} value={waiting} />
      </dl>
      {lastError && (
        <p role="status" className="mt-3 rounded-lg bg-warn-tint px-3 py-2 text-sm text-warn">
          {t("settings.maps.lastError", {
            message: lastError[i18n.language === "es" ? "es" : "en"],
            time: format.dateTime(lastError.at),
          })}
        </p>
      )}
    </Card>
  );
};

export const MapsTab = () => {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(apiQuery(personFieldsApi.list));
  const streetFields = useMemo<FieldOptions>(
    () =>
      (data?.fields ?? [])
        .filter(({ kind, archivedAt }) => kind === "text" && archivedAt === null)
        .map(({ key, label }) => ({ value: key, label: label[i18n.language === "es" ? "es" : "en"] })),
    [data, i18n.language],
  );
  const account = useMemo(
    () => ({
      id: "maps",
      label: t("settings.maps.title"),
      group: "maps",
      hasSync: false,
      hasWork: false,
      form: {
        required: ["provider"],
        properties: {
          provider: { type: "string", enum: [...mapProviders], default: mapProviders[0] },
          apiKey: { type: "string", writeOnly: true, description: t("settings.maps.osmHint") },
          streetField: {
            type: "string",
            title: t("settings.maps.street"),
            description: t("settings.maps.streetHint"),
          },
          backgroundMap: {
            type: "boolean",
            default: true,
            title: t("settings.maps.background"),
            description: t("settings.maps.backgroundHint"),
          },
          contactEmail: {
            type: "string",
            title: t("settings.maps.contactEmail"),
            description: t("settings.maps.contactHint"),
            advanced: true,
          },
          tileUrl: {
            type: "string",
            format: "uri",
            title: t("settings.maps.tileUrl"),
            description: t("settings.maps.tileUrlHint"),
            examples: ["https://tiles.example.com"],
            advanced: true,
          },
          geocoderUrl: {
            type: "string",
            format: "uri",
            title: t("settings.maps.geocoderUrl"),
            description: t("settings.maps.geocoderUrlHint"),
            examples: ["https://nominatim.example.com"],
            advanced: true,
          },
        },
      },
    }),
    [t],
  );
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-soft">{t("settings.maps.does")}</p>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <AccountCards accounts={[account]} offered={{ streetField: streetFields }} isSingle />
        <LocatedPeople />
      </div>
    </div>
  );
};
