import { enableCompileCache, type ResolveFnOutput, registerHooks } from "node:module";
import { join } from "node:path";

const src = new URL("../", import.meta.url);
const drizzle = new URL("../node_modules/drizzle-orm/", src).href;
const packages = new Map<string, ResolveFnOutput>();

/**
 * To be called before anything big is loaded. Left to itself, Node reads a package's whole package.json for each
 * module inside it; Drizzle's is as large as a book, and was a third of the start. Our modules and Drizzle's are where
 * their names say, and packages are found once. What was compiled is kept for the next start.
 */
export const resolveFast = (): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = "" } = context;
      if (parentURL.startsWith(drizzle) && specifier.startsWith("."))
        return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
      if (!parentURL.startsWith(src.href)) return next(specifier, context);
      if (specifier.startsWith("#"))
        return {
          url: new URL(specifier.slice(1), src).href,
          format: "module-typescript",
          shortCircuit: true,
        };
      if (specifier.startsWith(".")) return next(specifier, context);
      const found = packages.get(specifier) ?? next(specifier, context);
      packages.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
  enableCompileCache(join(import.meta.dirname, "../../.cache/node"));
};
