import { describe, expect, test } from "vitest";
import { cleanFilename, detectFileType, detectPicture } from "./file-type.ts";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? [...part].map((character) => character.charCodeAt(0)) : part,
    ),
  );
const zip = (...names: string[]) => bytes("PK\u0003\u0004", Array(26).fill(0), names.join(" "));

describe("the type of a file", () => {
  test.each([
    ["a.jpg", bytes([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
    ["a.png", bytes([0x89], "PNG\r\n", [0x1a, 0x0a]), "image/png"],
    ["a.webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 "), "image/webp"],
    ["a.pdf", bytes("%PDF-1.7"), "application/pdf"],
    ["a.m4a", bytes([0, 0, 0, 32], "ftypM4A "), "audio/mp4"],
    ["a.mp4", bytes([0, 0, 0, 32], "ftypisom"), "video/mp4"],
    ["a.mp3", bytes("ID3", [4]), "audio/mpeg"],
    ["a.csv", bytes("name,phone\n"), "text/csv"],
    [
      "a.docx",
      zip("[Content_Types].xml", "word/document.xml"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
  ])("of %s is read from its content", (name, content, expected) => {
    expect(detectFileType(content, name)?.contentType).toBe(expected);
  });

  test("is read from the content when the name says something else", () => {
    expect(detectFileType(bytes("%PDF-1.7"), "picture.png")?.contentType).toBe("application/pdf");
  });

  test.each([
    ["a program", "a.pdf", bytes("MZ", [0x90, 0])],
    ["a script", "a.js", bytes("alert(1)")],
    ["markup", "a.html", bytes("<html>")],
    ["a drawing with scripts", "a.svg", bytes("<svg>")],
    ["an archive", "a.zip", zip("setup.exe")],
    [
      "a document with macros",
      "a.docx",
      zip("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"),
    ],
    ["binary data named as text", "a.txt", bytes([0, 1, 2])],
    ["text in another encoding", "a.txt", bytes([0x63, 0xf3, 0x6d])],
    ["an empty file", "a.txt", bytes()],
  ])("of %s is not accepted", (_what, name, content) => {
    expect(detectFileType(content, name)).toBeUndefined();
  });

  test("of a picture is one that browsers show safely", () => {
    expect(detectPicture(bytes("<svg>"))).toBeUndefined();
    expect(detectPicture(bytes("GIF89a"))?.contentType).toBe("image/gif");
  });
});

describe("a cleaned file name", () => {
  const pdf = { extensions: ["pdf"] };
  test.each([
    ["../../etc/passwd", "passwd.pdf"],
    ["C:\\temp\\Factura 12.pdf", "Factura 12.pdf"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe.pdf"],
    ["a\r\nb.PDF", "ab.pdf"],
    ["...", "file.pdf"],
    ["Cotización año.pdf", "Cotización año.pdf"],
  ])("of %j is %j", (name, expected) => {
    expect(cleanFilename(name, pdf)).toBe(expected);
  });

  test("has at most a hundred characters", () => {
    expect(cleanFilename(`${"x".repeat(500)}.pdf`, pdf)).toHaveLength(100);
  });
});
