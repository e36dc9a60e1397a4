import { hash } from "@node-rs/argon2";
import type { Role } from "#domain/role.ts";
import { type Answer, password } from "./faro.ts";
import type { SandboxFaro } from "./sandbox-faro.ts";

export type Colleague = {
  id: string;
  cookie: string;
  send: (method: string, path: string, body?: unknown) => Promise<Answer>;
};

/** Another user of the same workspace, signed in. */
export const addColleague = async (
  { pool, url }: Pick<SandboxFaro, "pool" | "url">,
  firstName: string,
  role: Role = "operator",
): Promise<Colleague> => {
  const email = `${firstName.toLowerCase()}@example.com`;
  // A stored hash carries its own cost, so a cheap one makes the sign-in fast.
  const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { rows } = await pool.query<{ id: string }>(
    "INSERT INTO users (email, password, role, first_name) VALUES ($1, $2, $3, $4) RETURNING id",
    [email, cheap, role, firstName],
  );
  let cookie = "";
  const send: Colleague["send"] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      body: isJson ? JSON.parse(bytes.toString()) : bytes,
      headers: response.headers,
    };
  };
  await send("POST", "/api/auth/login", { email, password });
  return { id: rows[0]?.id ?? "", cookie, send };
};
