import { describe, expect, test } from "vitest";
import { readTile, tileCacheControl, tileVendors } from "./map-tiles.ts";

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const answer = (status: number, type: string, body: Buffer | string) =>
  readTile("Tiles", {
    ok: true,
    status,
    headers: { "content-type": type },
    body: Buffer.from(body),
  });

test.each([
  [{}, "private, max-age=86400"],
  [{ "cache-control": "max-age=604800, stale-while-revalidate=604800" }, "private, max-age=604800"],
  [{ "cache-control": "public, max-age=600", age: "200" }, "private, max-age=400"],
  [{ "cache-control": "max-age=600", age: "700" }, "private, max-age=0"],
  [{ "cache-control": "max-age=99999999999" }, "private, max-age=2592000"],
  [{ "cache-control": "No-Store" }, "private, no-store"],
])("the lifetime of %j is %s", (headers, expected) => {
  expect(tileCacheControl(headers)).toBe(expected);
});

describe("an answer", () => {
  test("with a picture passes", () => {
    expect(answer(200, "image/png; q=1", png)).toMatchObject({ ok: true, contentType: "image/png" });
  });

  test.each([
    ["a page", 200, "text/html", "<html></html>", "not a picture"],
    ["a page that is called a picture", 200, "image/png", "<svg onload=alert(1)>", "not a picture"],
    ["a picture that is called a page", 200, "text/html", png, "not a picture"],
    ["a drawing with scripts", 200, "image/svg+xml", "<svg/>", "not a picture"],
    ["a redirect", 302, "text/html", "", "redirect"],
    ["an error", 401, "application/json", '{"message":"Not Authorized"}', "Not Authorized"],
    ["too many requests", 429, "text/plain", "Slow down", "too many requests"],
  ])("with %s is refused", (_name, status, type, body, text) => {
    const read = answer(status, type, body);
    expect(read.ok ? undefined : read.failure.message.en).toContain(text);
  });
});

describe("requests", () => {
  test("carry the key to Mapbox alone", () => {
    const settings = {
      apiKey: "pk.a b",
      tileUrl: "https://tiles.example.com/osm/",
      contactEmail: "a@example.com",
    };
    const tile = { z: 9, x: 161, y: 229 };
    expect(tileVendors.mapbox?.request(settings, tile)).toMatchObject({
      path: "/styles/v1/mapbox/light-v11/tiles/512/9/161/229?access_token=pk.a%20b",
    });
    const own = tileVendors.osm?.request(settings, tile);
    expect(own).toMatchObject({
      host: "https://tiles.example.com/osm/",
      path: "/9/161/229.png",
      headers: { from: "a@example.com" },
    });
    expect(JSON.stringify(own)).not.toContain("pk.a");
    expect(tileVendors.osm?.request({}, tile).host).toBe("https://tile.openstreetmap.org");
  });

  test("of another tile server have another name", () => {
    const idOf = (tileUrl?: string) => tileVendors.osm?.source({ tileUrl }).id;
    expect(idOf()).toBe("osm");
    expect(idOf("https://a.example.com")).not.toBe(idOf("https://b.example.com"));
  });
});
