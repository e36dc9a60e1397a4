import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:3000";

type Texts = { [key: string]: string | Texts };

const selectTexts = (texts: Texts, isSelected: (key: string) => boolean, prefix = ""): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]): [string, string | Texts][] => {
      const key = prefix + name;
      if (typeof value === "string") return isSelected(key) ? [[name, value]] : [];
      const inner = selectTexts(value, isSelected, `${key}.`);
      return Object.keys(inner).length > 0 ? [[name, inner]] : [];
    }),
  );

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** `en.json?first` has the texts under the keys of first-texts.json, `en.json?other` all others. */
const splitTexts = (): Plugin => ({
  name: "split-texts",
  load(id) {
    const [, file, part] = /^(.+\/locales\/\w+\.json)\?(first|other)$/.exec(id) ?? [];
    if (!file) return;
    const firstKeys: string[] = readJson(join(dirname(file), "first-texts.json"));
    // `inbox.unassignedCount` also stands for its plural forms, such as `inbox.unassignedCount_one`.
    const isFirst = (key: string) =>
      firstKeys.some((first) => key === first || key.startsWith(`${first}.`) || key.startsWith(`${first}_`));
    const selected = selectTexts(readJson(file), (key) => isFirst(key) === (part === "first"));
    return { code: `export const texts = ${JSON.stringify(selected)}`, moduleType: "js" };
  },
});

export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss(), splitTexts()],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, "src/web/lib/zod.ts") }] },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows our own files only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page lists the files of all screens, so that names of what they share would be a large part of it.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId ? "assets/[name]-[hash].js" : "assets/[hash].js",
      },
    },
  },
  server: {
    proxy: { "/api": server, "/hooks": server, "/healthz": server, "/sandbox": server },
  },
});
