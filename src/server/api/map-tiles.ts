import type { placesApi } from "#contract/places.ts";
import { openTiles } from "#server/store/connections/map-tiles.ts";
import type { Handler } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage, vendorProblem } from "./vendor-problems.ts";

/** The browser gets tiles from here alone: the key stays on the server, and the vendor does not see the user. */
export const getTile: Handler<(typeof placesApi)["tile"]> = async ({
  input: { params },
  services: { vendors },
  caller,
  request,
  reply,
}) => {
  const { source, z, x, y } = params;
  const tiles = await openTiles(vendors);
  if (tiles?.source.id !== source || z > tiles.source.maxZoom || Math.max(x, y) >= 2 ** z)
    throw new Problem("not_found");
  const tile = await tiles.read({ z, x, y });
  if (!tile.ok) throw vendorProblem(tile.failure, tiles.opened, requestLanguage({ caller, request }));
  reply.headers({
    "content-type": tile.contentType,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": tile.cacheControl,
  });
  return reply.send(tile.content) as never;
};
