import { describe, expect, test } from "vitest";
import type { Channel } from "#domain/channels/channel.ts";
import { checkFiles, type FileTransport } from "./channel-files.ts";

const mb = 1_048_576;
const png = { contentType: "image/png", size: mb };
const pdf = { contentType: "application/pdf", size: mb };
const mp3 = { contentType: "audio/mpeg", size: 100 };

const check = (
  channel: Channel,
  files: { contentType: string; size: number }[],
  more: Partial<{ transport: FileTransport; isReachable: boolean; text: string }> = {},
) => checkFiles(channel, files, { transport: "upload", isReachable: true, text: "", ...more })?.code ?? null;

describe("files of a message", () => {
  test.each([
    ["no files on any channel", check("call", [], { transport: "none" }), null],
    ["files in an e-mail", check("email", [png, pdf, mp3], { text: "a" }), null],
    [
      "e-mails of more than 14 MB",
      check("email", Array(10).fill({ ...pdf, size: 2 * mb })),
      "files_too_large",
    ],
    ["a picture on WhatsApp", check("whatsapp", [png], { text: "a" }), null],
    ["two files on WhatsApp", check("whatsapp", [png, png]), "too_many_files"],
    [
      "a sticker on WhatsApp",
      check("whatsapp", [{ ...png, contentType: "image/webp" }]),
      "file_type_not_taken",
    ],
    ["audio with a text on WhatsApp", check("whatsapp", [mp3], { text: "a" }), "file_without_text"],
    ["audio alone on WhatsApp", check("whatsapp", [mp3]), null],
    ["a long text below a picture", check("whatsapp", [png], { text: "a".repeat(1025) }), "caption_too_long"],
    ["a picture by MMS", check("sms", [png], { transport: "url" }), null],
    ["a large document by MMS", check("sms", [pdf], { transport: "url" }), "files_too_large"],
    [
      "MMS without a public address",
      check("sms", [png], { transport: "url", isReachable: false }),
      "files_need_public_url",
    ],
    ["files in a call", check("call", [png]), "files_not_taken"],
    [
      "files through a vendor that takes none",
      check("whatsapp", [png], { transport: "none" }),
      "files_not_taken",
    ],
  ])("%s", (_what, actual, expected) => {
    expect(actual).toBe(expected);
  });
});
