// Writes the TypeScript client from the API's contract.
import { writeFile } from "node:fs/promises";
import { openApi } from "../src/contract/openapi.ts";
import { typescriptClient } from "../src/contract/typescript-client.ts";

const file = new URL("../clients/typescript/faro.ts", import.meta.url);
await writeFile(file, typescriptClient(openApi("")));
console.log("clients/typescript/faro.ts is written");
