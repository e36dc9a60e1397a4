import { setTimeout as sleep } from "node:timers/promises";
import { type MapProvider, mapProviders } from "#domain/map-providers.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import { type GeocodedAddress, geocodeOperations } from "#server/connectors/geocode.ts";
import { maps } from "#server/connectors/maps.ts";
import { createPacer, runOperation } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { redactSecrets } from "#server/connectors/test-result.ts";
import type { OpenedConnection, Vendors } from "./vendors.ts";

/** What of the connection decides how people are located. */
type MapSettings = { provider: MapProvider | null; streetField: string | null };

export type Geocoder = MapSettings & {
  /** Asks for one address after the other, within the vendor's limit, and records the requests as usage. */
  ask: <T>(
    work: (geocode: (address: string) => Promise<OperationResult<GeocodedAddress | null>>) => Promise<T>,
  ) => Promise<T>;
};

/** One for each process; the vendors' limits are per account. */
const pacer = createPacer(
  Date.now,
  (ms) => sleep(ms),
  (rate) => rate,
);

const noVendor: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    message: { en: "No map vendor is connected", es: "No hay un proveedor de mapas conectado" },
    mayHaveHappened: false,
  },
};

const readProvider = (value: unknown): MapProvider | null =>
  mapProviders.find((provider) => provider === value) ?? null;

const askWith =
  (vendors: Pick<Vendors, "use">, opened: OpenedConnection, provider: MapProvider): Geocoder["ask"] =>
  (work) =>
    vendors.use(opened, "integration", ({ send }: VendorContext) =>
      work(async (address) => {
        const call = { send, settings: opened.settings, headers: {} };
        const result = await runOperation(geocodeOperations[provider], call, { address }, pacer);
        if (result.ok) return result;
        // A vendor's message may repeat the key.
        return {
          ok: false,
          error: { ...result.error, message: redactSecrets(result.error.message, opened.secrets) },
        };
      }),
    );

/**
 * The map vendor that is connected. A simulator is not asked: it knows a few towns, and the places that the product
 * ships are better than its answers.
 */
export const openGeocoder = async (vendors: Pick<Vendors, "open" | "use">): Promise<Geocoder> => {
  const opened = await vendors.open(maps);
  const provider = opened.ok && opened.mode === "live" ? readProvider(opened.settings.provider) : null;
  if (!opened.ok || provider === null)
    return { provider: null, streetField: null, ask: (work) => work(async () => noVendor) };
  const { streetField } = opened.settings;
  return {
    provider,
    streetField: typeof streetField === "string" ? streetField : null,
    ask: askWith(vendors, opened, provider),
  };
};
