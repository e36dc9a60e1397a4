import { enableCompileCache, type ResolveFnOutput, registerHooks } from "node:module";
import { join } from "node:path";

const source = new URL("../", import.meta.url).href;
const drizzle = "/node_modules/drizzle-orm/";

/** Where an import leads whose address follows from its text. */
const knownAddress = (specifier: string, parent: string): ResolveFnOutput | undefined => {
  if (parent.startsWith(source) && specifier.endsWith(".ts")) {
    const url = specifier.startsWith("#") ? source + specifier.slice(1) : new URL(specifier, parent).href;
    return { url, format: "module-typescript", shortCircuit: true };
  }
  if (parent.includes(drizzle) && /^\.\.?\/.*\.js$/.test(specifier))
    return { url: new URL(specifier, parent).href, format: "module", shortCircuit: true };
  return undefined;
};

/**
 * Makes later imports faster. To be called before anything large is loaded. For each import Node.js reads the nearest
 * package.json and parses its exports again (those of drizzle-orm have 179 KB), which is half the time of a start.
 */
export const loadFaster = (): void => {
  // Compiled modules are kept for the next start; threads that start later use them from their first module on.
  const directory = join(import.meta.dirname, "../../.cache/node");
  enableCompileCache(directory);
  process.env.NODE_COMPILE_CACHE ??= directory;
  const packages = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const parent = context.parentURL ?? "";
      const known = knownAddress(specifier, parent);
      // All files of the product find the same packages.
      const isPackage = parent.startsWith(source) && !specifier.startsWith(".");
      if (known || !isPackage) return known ?? next(specifier, context);
      const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
      packages.set(specifier, found);
      return found;
    },
  });
};
