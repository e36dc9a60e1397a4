import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const decision = readFileSync("docs/decisions/0061-columns-that-stay-empty.md", "utf8");
const sources = globSync("src/server/**/*.ts")
  .filter((file) => !/\/db\/(?:schema|migrations)\//.test(file) && !file.endsWith(".test.ts"))
  .sort();

/** A column of the specification that stays empty, its property, and the files that read it. */
test.each<[string, string, string[]]>([
  [
    "users.profile_image_url",
    "profileImageUrl",
    ["src/server/auth/api-tokens.ts", "src/server/auth/sessions.ts"],
  ],
  ["calls.transcript_url", "transcriptUrl", ["src/server/store/people/export-person.ts"]],
  ["scripts.secret_vars", "secretVars", []],
])(
  "%s is named only where it is read, and a decision says why it stays empty",
  (column, property, readers) => {
    const name = column.split(".")[1] ?? "";
    const named = sources.filter((file) =>
      new RegExp(`\\b(?:${name}|${property})\\b`).test(readFileSync(file, "utf8")),
    );
    expect(named).toEqual(readers);
    expect(decision).toContain(`**\`${column}\`**`);
  },
);
