import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { PersonDetail } from "#contract/people.ts";
import type { PersonOverview } from "#contract/person-page.ts";
import type { AudienceRow } from "#domain/audience/audience.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";
import { LocationMap } from "#web/components/map/location-map.tsx";
import { useTileSource } from "#web/components/map/tile-layer.tsx";
import { FactRow } from "#web/components/person/facts/fact-row.tsx";
import { type Choice, useFacts } from "#web/components/person/facts/use-facts.tsx";
import type { EditPerson } from "#web/components/person/facts/use-person-edit.ts";
import { FurtherAddresses } from "#web/components/person-addresses/further-addresses.tsx";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

/** About a kilometre: a filter may be saved and shared, and does not tell where exactly a person lives. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100) / 100;

const nearbyRow = ({ latitude, longitude }: GeoPoint, label: string): AudienceRow => ({
  field: "distance",
  op: "within_distance",
  value: {
    distance: 10,
    unit: "mi",
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    label,
  },
});

/** Where the address is, and how precisely that is known; leads to the people around it. */
const LocationRow = ({ location }: { location: NonNullable<PersonOverview["location"]> }) => {
  const { t } = useTranslation();
  const { label, precision, point, mayBeMapped } = location;
  const near = point && nearbyRow(point, label);
  const tiles = useTileSource();
  const source = mayBeMapped ? tiles : undefined;
  const [hasMap, setHasMap] = useState(false);
  const mapId = useId();
  return (
    <div className="grid min-h-[30px] grid-cols-[116px_minmax(0,1fr)] items-center gap-x-2 text-sm max-sm:min-h-9">
      <dt className="text-[12.5px] text-faint">{t("audience.field.distance")}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="min-w-0 truncate">{label}</span>
        <span className="text-faint text-xs">{t(`places.precision.${precision}`)}</span>
        {near && (
          <Link
            href={`/people?where=${encodeURIComponent(JSON.stringify(near))}`}
            className="text-sea text-xs underline"
          >
            {t("places.nearby")}
          </Link>
        )}
        {source && point && (
          <button
            type="button"
            aria-expanded={hasMap}
            aria-controls={mapId}
            onClick={() => setHasMap(!hasMap)}
            className="text-sea text-xs underline"
          >
            {t(hasMap ? "map.hide" : "map.show")}
          </button>
        )}
      </dd>
      {/* The vendor is asked only when the user wants to see the place. */}
      {source && point && hasMap && (
        <dd id={mapId} className="col-span-2 py-1.5">
          <LocationMap
            key={`${point.latitude} ${point.longitude}`}
            source={source}
            point={point}
            precision={precision}
            label={label}
          />
        </dd>
      )}
    </div>
  );
};

type FactsCardProps = {
  person: PersonDetail;
  location: PersonOverview["location"];
  owners: readonly Choice[];
  onEdit: EditPerson;
};

/** What is known of a person, each value edited where it stands. */
export const FactsCard = ({ person, location, owners, onEdit }: FactsCardProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const facts = useFacts(person, owners);
  return (
    <Card
      title={t("personPage.facts.title")}
      caption={mayChange && <span className="max-sm:hidden">{t("personPage.facts.hint")}</span>}
      aside={mayChange && <Kbd className="max-sm:hidden pointer-coarse:hidden">F</Kbd>}
    >
      <dl className="-mt-1.5">
        {facts.map((fact) => (
          <FactRow key={fact.id} fact={fact} onEdit={mayChange ? onEdit : undefined} />
        ))}
        <FurtherAddresses personId={person.id} mayChange={mayChange} />
        {location && <LocationRow location={location} />}
      </dl>
    </Card>
  );
};

/** Moves the focus to the first value. */
export const focusFacts = (): void => document.querySelector<HTMLElement>("[data-fact]")?.focus();
