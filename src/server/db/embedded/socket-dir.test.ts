import { describe, expect, test } from "vitest";
import { shortHash } from "./place.ts";
import { fits, quoteFolder, socketFolders } from "./socket-dir.ts";

const long = `/${"x".repeat(90)}`;
const short = (place: string) => `faro-${shortHash(place)}`;

describe("where the socket may be", () => {
  test.each([
    ["a short place", "/d/postgres", "/tmp", ["/d/postgres/socket", `/tmp/${short("/d/postgres")}`]],
    ["a long place", long, "/tmp", [`/tmp/${short(long)}`]],
    ["a place long in bytes only", `/${"ñ".repeat(45)}`, "/tmp", [`/tmp/${short(`/${"ñ".repeat(45)}`)}`]],
    ["a long temporary folder too", long, long, [`/tmp/${short(long)}`]],
  ])("%s", (_, place, temporary, folders) => expect(socketFolders(place, temporary)).toEqual(folders));
});

test("the limit counts the socket's own name", () => {
  expect(fits(`/${"x".repeat(84)}`)).toBe(true);
  expect(fits(`/${"x".repeat(85)}`)).toBe(false);
});

describe("quoting a folder for the server", () => {
  test.each([
    ["/a b", '"/a b"'],
    ["/a,b", '"/a,b"'],
    ['/a"b', '"/a""b"'],
  ])("%s", (folder, quoted) => expect(quoteFolder(folder)).toBe(quoted));
});
