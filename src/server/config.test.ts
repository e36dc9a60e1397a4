import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("configuration", () => {
  test("has a default for every variable", () => {
    expect(readConfig({}, false)).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      role: "all",
      logLevel: "info",
    });
  });

  test("treats an empty variable as absent", () => {
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
    ["FARO_LINK_URL", "go.example.com"],
    ["FARO_ROLE", "boss"],
    ["FARO_ADMIN_EMAIL", "me"],
    ["FARO_ADMIN_PASSWORD", "short"],
    ["FARO_LOG", "loud"],
    ["FARO_METRICS_TOKEN", "x"],
    ["FARO_DRAIN_SECONDS", "-1"],
    ["FARO_TRUSTED_PROXIES", "foo"],
    ["FARO_TRUSTED_PROXIES", "10.0.0.0/99"],
  ])("rejects %s=%s with a message that names the variable", (name, value) => {
    expect(() => readConfig({ [name]: value }, false)).toThrow(new RegExp(`^${name} is invalid: .+\\.$`));
  });

  test("drains for 8 seconds, and in a terminal not at all", () => {
    expect(readConfig({}, false).drainMs).toBe(8000);
    expect(readConfig({}, true).drainMs).toBe(0);
    expect(readConfig({ FARO_DRAIN_SECONDS: "2.5" }, true).drainMs).toBe(2500);
  });

  test.each(["web", "worker"])("the role %s requires DATABASE_URL", (role) => {
    expect(() => readConfig({ FARO_ROLE: role }, false)).toThrow("DATABASE_URL");
    expect(readConfig({ FARO_ROLE: role, DATABASE_URL: "postgres://localhost/faro" }, false).role).toBe(role);
  });
});
