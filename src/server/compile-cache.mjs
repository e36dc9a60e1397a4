import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Loaded with --import before the program: modules of earlier starts, the first ones included, come from the cache
 * without their types. Otherwise each thread loads the compiler that removes types, which has 18 MB.
 */
enableCompileCache(join(import.meta.dirname, "../../.cache/node"));
