import type { Connector } from "./connector.ts";
import { n8n } from "./n8n.ts";

/** Every outside system Faro can talk to. Add one: a file, and a line here. */
export const connectors: readonly Connector[] = [n8n];
