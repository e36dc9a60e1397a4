import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("configuration", () => {
  test("works with nothing set", () => {
    expect(readConfig({}, false)).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      role: "all",
      logLevel: "info",
    });
  });

  test("an empty variable counts as absent", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: " " }, false)).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_URL", "localhost"],
    ["FARO_PUBLIC_URL", "faro.example.com"],
    ["FARO_ROLE", "boss"],
    ["FARO_ADMIN_EMAIL", "me"],
    ["FARO_ADMIN_PASSWORD", "short"],
    ["FARO_LOG", "loud"],
    ["FARO_METRICS_TOKEN", "x"],
    ["FARO_TRUSTED_PROXIES", "foo"],
    ["FARO_TRUSTED_PROXIES", "10.0.0.0/99"],
  ])("%s=%s stops the start with one sentence that names it", (name, value) => {
    expect(() => readConfig({ [name]: value }, false)).toThrow(new RegExp(`^${name} is not usable: .+\\.$`));
  });

  test.each(["web", "worker"])("the role %s needs a database that others can reach", (role) => {
    expect(() => readConfig({ FARO_ROLE: role }, false)).toThrow("DATABASE_URL");
    expect(readConfig({ FARO_ROLE: role, DATABASE_URL: "postgres://localhost/faro" }, false).role).toBe(role);
  });
});
