import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseBody } from "./parse-body.ts";

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const accepted = (payload: unknown) => ({ ok: true, payload, files: [] });
const refused = (code: string) => ({ ok: false, code });
const latin1 = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["JSON", json, '{"a":[1,"ñ"]}', { a: [1, "ñ"] }],
  ["JSON of a vendor type", "application/vnd.api+json; charset=utf-8", "[1]", [1]],
  ["JSON as text", "text/json", "null", null],
  ["JSON behind a byte order mark", json, '\ufeff{"a":1}', { a: 1 }],
  ["JSON without a media type", "", ' \n{"a":1}', { a: 1 }],
  ["JSON declared as a form", form, '{"a":"b=c&d"}', { a: "b=c&d" }],
  ["JSON declared as text", "text/plain;charset=UTF-8", '{"a":1}', { a: 1 }],
  ["JSON declared as binary", "application/octet-stream", "[]", []],
  ["a form", form, "a=1&b=dos+y%20%C3%B1&c=", { a: "1", b: "dos y ñ", c: "" }],
  ["a form with a repeated name", form, "a=1&b=2&a=3&a=1", { a: ["1", "3", "1"], b: "2" }],
  [
    "a form with names of inherited properties",
    form,
    "toString=1&valueOf=2&toString=3",
    { toString: ["1", "3"], valueOf: "2" },
  ],
  ["a form with unsafe names", form, "__proto__=1&constructor=2&prototype=3&a=4", { a: "4" }],
  ["a form with a per cent sign", form, "a=100%&b=%zz", { a: "100%", b: "%zz" }],
  ["a form with a replacement character", form, "a=%EF%BF%BD", { a: "\ufffd" }],
  ["a form that begins like JSON", form, "[a]=1&{b=2", { "[a]": "1", "{b": "2" }],
  ["XML", "Text/XML; charset=utf-8", "<lead/>", { text: "<lead/>", contentType: "text/xml" }],
  ["text", "text/plain", "[INFO] up again", { text: "[INFO] up again", contentType: "text/plain" }],
  ["text without a media type", "", "hello", { text: "hello", contentType: "text/plain" }],
])("parses %s", (_what, type, text, payload) => {
  expect(parseBody(type, Buffer.from(text))).toMatchObject(accepted(payload));
});

test("parses an empty body as an empty object, whatever its media type", () => {
  for (const type of ["", json, form, "multipart/form-data", "text/xml"]) {
    expect(parseBody(type, Buffer.alloc(0))).toEqual(accepted({}));
  }
});

test("decodes the declared charset", () => {
  const contentType = "text/xml";
  expect(parseBody("text/xml; charset=ISO-8859-1", latin1("<a>\xe9</a>"))).toEqual(
    accepted({ text: "<a>é</a>", contentType }),
  );
  expect(parseBody('application/json; charset="utf-16le"', Buffer.from('{"a":1}', "utf16le"))).toMatchObject(
    accepted({ a: 1 }),
  );
  expect(parseBody("text/xml; charset=klingon", Buffer.from("<a/>"))).toEqual(refused("bad_text"));
});

test.each([
  ["broken JSON", json, '{"a":', "bad_json"],
  ["text declared as JSON", json, "hello", "bad_json"],
  ["a form declared as JSON", json, "a=1", "bad_json"],
  ["broken JSON without a media type", "", '{"a":', "bad_json"],
  ["a key twice", json, '{"a":1,"a":2}', "duplicate_keys"],
  ["a key twice, as text", "text/plain", '{"a":1,"a":2}', "duplicate_keys"],
  ["NUL in JSON", form, '{"a":"\\u0000"}', "bad_text"],
  ["too deep", json, "[".repeat(33), "too_deep"],
  ["too many fields", form, "a&".repeat(1001), "too_wide"],
  ["NUL in a form", form, "a=%00", "bad_text"],
  ["NUL in a form's name", form, "%00=a", "bad_text"],
  ["a form with invalid UTF-8", form, "a=Jos%E9", "bad_text"],
  ["NUL in text", "text/plain", "a\u0000b", "bad_text"],
  ["a multipart form without a boundary", "multipart/form-data", "--x--", "bad_form"],
])("refuses %s", async (_what, type, text, code) => {
  expect(await parseBody(type, Buffer.from(text))).toEqual(refused(code));
});

test.each(["", json, form, "text/plain", "application/octet-stream"])(
  "refuses invalid UTF-8 declared as %j",
  (type) => {
    expect(parseBody(type, Buffer.from([0xff, 0xfe, 0x00]))).toEqual(refused("bad_text"));
    expect(parseBody(type, latin1('{"a":"\xe9"}'))).toEqual(refused("bad_text"));
  },
);

describe("a multipart form", () => {
  const type = "multipart/form-data; boundary=XX";
  const part = (headers: string, content: string) =>
    `--XX\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const parse = (...parts: string[]) => parseBody(type, Buffer.from(`${parts.join("")}--XX--\r\n`));

  test("is parsed into fields and files", async () => {
    const content = Buffer.from([0, 255, 13, 10, 45, 45]);
    const head = part('name="cv"; filename="../../etc/pass\\wd.pdf"\r\nContent-Type: application/pdf', "");
    const body = Buffer.concat([
      Buffer.from(part('name="a"', "uno") + part('name="a"', "dós") + part('name="__proto__"', "x")),
      Buffer.from(head.slice(0, -2)),
      content,
      Buffer.from(
        `\r\n${part('name="none"; filename=""\r\nContent-Type: application/octet-stream', "")}--XX--`,
      ),
    ]);
    const sha256 = createHash("sha256").update(content).digest();
    expect(await parseBody(type, body)).toEqual({
      ok: true,
      payload: { a: ["uno", "dós"] },
      files: [{ field: "cv", filename: "wd.pdf", contentType: "application/pdf", content, sha256 }],
    });
  });

  test("is accepted with malformed file names, which are cleaned and shortened", async () => {
    const file = (name: string) => parse(part(`name="f"; filename="${name}"`, "x"));
    const nameOf = async (name: string) => {
      const parsed = await file(name);
      return parsed.ok ? parsed.files[0]?.filename : parsed.code;
    };
    expect(await nameOf("a\u0000b\u0007.txt")).toBe("ab.txt");
    expect(await nameOf("..")).toBeNull();
    expect(await nameOf("C:\\\\temp\\\\año.txt")).toBe("año.txt");
    expect(await nameOf("😀".repeat(200))).toHaveLength(255);
  });

  test("may end its lines with LF, which the content keeps", async () => {
    const body = `${part('name="a"', "uno\ndos")}${part('name="f"; filename="f.txt"', "x\ny\n")}--XX--`;
    const parsed = await parseBody(type, Buffer.from(body.replaceAll("\r\n", "\n")));
    expect(parsed).toMatchObject({
      ok: true,
      payload: { a: "uno\ndos" },
      files: [{ content: Buffer.from("x\ny\n") }],
    });
  });

  test.each([
    ["is cut off", `${part('name="a"', "x")}--X`, "bad_form"],
    ["is cut off in a header", "--XX\r\nContent-Dis", "bad_form"],
    ["is cut off in a file", part('name="a"; filename="x"', "x"), "bad_form"],
    ["has another boundary", "--YY\r\n\r\n--YY--", "bad_form"],
    ["has a part without a name", `${part("x=1", "y")}--XX--`, "bad_form"],
    ["has a NUL", `${part('name="a"', "\u0000")}--XX--`, "bad_text"],
    ["has too many parts", `${part('name="a"', "x").repeat(1001)}--XX--`, "too_wide"],
    ["has too many files", `${part('name="a"; filename="x"', "x").repeat(21)}--XX--`, "too_wide"],
    ["has a field that is too long", `${part('name="a"', "x".repeat(1_048_577))}--XX--`, "bad_form"],
  ])("that %s is refused", async (_what, text, code) => {
    expect(await parseBody(type, Buffer.from(text))).toEqual(refused(code));
  });

  test("that has a field with invalid UTF-8 is refused", async () => {
    expect(await parseBody(type, latin1(`${part('name="a"', "Jos\xe9")}--XX--`))).toEqual(
      refused("bad_text"),
    );
  });

  test("always gets a result, however it is broken", async () => {
    const whole = Buffer.from(`${part('name="a"', "x")}${part('name="f"; filename="g"', "y")}--XX--\r\n`);
    for (let at = 0; at < whole.length; at += 1) {
      const without = Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]);
      for (const body of [whole.subarray(0, at), whole.subarray(at), without]) {
        expect(await parseBody(type, body)).toHaveProperty("ok");
      }
    }
  });
});

const webhooks = join(import.meta.dirname, "../../../../../../shared/data/webhooks");

test.skipIf(!existsSync(webhooks))(
  "accepts real payloads and refuses broken ones (skipped without ../shared/data)",
  async () => {
    const files = readdirSync(webhooks, { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.\w+$/.test(path),
    );
    const typeOf = (path: string, body: Buffer) => {
      if (path.endsWith(".json")) return json;
      return path.endsWith(".txt")
        ? form
        : `multipart/form-data; boundary=${/^--(.*)/.exec(body.toString())?.[1]}`;
    };
    const isJson = (body: Buffer) => {
      try {
        return JSON.parse(body.toString()) !== undefined;
      } catch {
        return false;
      }
    };
    expect(files.length).toBeGreaterThan(600);
    for (const path of files) {
      const body = readFileSync(join(webhooks, path));
      const parsed = await parseBody(typeOf(path, body), body);
      if (path.endsWith(".json") && !isJson(body)) expect(parsed, path).toEqual(refused("bad_json"));
      else expect(parsed, path).toMatchObject({ ok: true });
      if (parsed.ok && path.endsWith(".json"))
        expect(parsed.payload, path).toEqual(JSON.parse(body.toString()));
    }
  },
);
