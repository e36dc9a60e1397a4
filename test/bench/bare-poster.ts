import { argv } from "node:process";

/** The baseline for outgoing webhooks: posts so many events, a few at a time to each path. */
const [url = "", count = "0", paths = "1"] = argv.slice(2);
const perPath = 8;
const body = JSON.stringify({ type: "rule.fired", timestamp: new Date().toISOString(), data: {} });
const postAll = async (path: number): Promise<void> => {
  let left = Number(count);
  const postNext = async () => {
    for (; left > 0; left -= 1) {
      const response = await fetch(`${url}/hook-${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: perPath }, postNext));
};
await Promise.all(Array.from({ length: Number(paths) }, (_, path) => postAll(path)));
