import { password } from "../faro.ts";

export const json = { "content-type": "application/json" };
export const email = "admin@example.com";

export type Send = <T = Record<string, string>>(method: string, path: string, body?: object) => Promise<T>;

/** Signs in as the administrator; `origin` is the product's public address. */
export const signIn = async (url: string, origin = url): Promise<{ send: Send; cookie: string }> => {
  const body = JSON.stringify({ email, password });
  const headers = { ...json, origin };
  const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const send = async <T>(method: string, path: string, content?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, cookie },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return { send, cookie };
};
