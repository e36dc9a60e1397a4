import { request } from "node:http";

/** Of the product's own address and of the simulators on this machine, which egress does not reach. */
export const sendLocally = (method: "GET" | "POST", url: string, body?: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: body ? { "content-type": "application/json" } : {}, timeout: 10_000 },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          if ((response.statusCode ?? 500) >= 400) {
            reject(new Error(`The demo was answered with ${response.statusCode}`));
            return;
          }
          const text = Buffer.concat(parts).toString();
          resolve(text === "" ? undefined : JSON.parse(text));
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("The demo was not answered in time")));
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
