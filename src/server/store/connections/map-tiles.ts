import type { TileSource } from "#contract/places.ts";
import { mapProviders } from "#domain/map-providers.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import { type ReadTile, readTile, type TileAddress, tileVendors } from "#server/connectors/map-tiles.ts";
import { maps } from "#server/connectors/maps.ts";
import type { OpenedConnection, Vendors } from "./vendors.ts";

export type MapTiles = {
  source: TileSource;
  opened: OpenedConnection;
  /** Asks the vendor for one tile and records the request as usage. */
  read: (tile: TileAddress) => Promise<ReadTile>;
};

/** The background map; undefined without a live vendor that has one, and where it is switched off. */
export const openTiles = async (vendors: Pick<Vendors, "open" | "use">): Promise<MapTiles | undefined> => {
  const opened = await vendors.open(maps);
  if (!opened.ok || opened.mode !== "live" || opened.settings.backgroundMap === false) return undefined;
  const { settings } = opened;
  const provider = mapProviders.find((one) => one === settings.provider);
  const vendor = provider && tileVendors[provider];
  if (!vendor) return undefined;
  return {
    source: vendor.source(settings),
    opened,
    read: (tile) =>
      vendors.use(opened, "integration", async ({ send }: VendorContext) =>
        readTile(vendor.label, await send(vendor.request(settings, tile))),
      ),
  };
};
