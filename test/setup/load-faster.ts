import { loadFaster } from "#server/load-faster.ts";

loadFaster();
