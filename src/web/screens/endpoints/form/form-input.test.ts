import { describe, expect, test } from "vitest";
import { endpointInput } from "#domain/ingestion/endpoint.ts";
import { endpointSettings } from "#domain/ingestion/settings.ts";
import { toEndpointInput } from "./form-input.ts";
import { endpointFormResolver } from "./form-resolver.ts";
import { type EndpointFormValues, toFormValues } from "./form-values.ts";

const form = (change: Partial<EndpointFormValues>): EndpointFormValues => ({
  ...toFormValues(),
  name: "Leads",
  ...change,
});
const invalidFields = async (change: Partial<EndpointFormValues>): Promise<string[]> => {
  const { errors } = await endpointFormResolver(undefined, undefined)(form(change), undefined, {} as never);
  return Object.keys(errors).sort();
};

describe("the endpoint form", () => {
  test("produces valid input with default settings", () => {
    const { settings } = endpointInput.parse(toEndpointInput(form({}), undefined));
    expect(settings).toEqual(endpointSettings.parse({}));
  });

  test.each([
    ["none", []],
    ["basic", []],
    ["oauth", []],
    ["api_key", ["apiKey", "endpointUrl"]],
    ["api_key_secret_key", ["apiKey", "endpointUrl", "secretKey"]],
  ] as const)("with %s requires %j", async (authMethod, fields) => {
    expect(await invalidFields({ authMethod })).toEqual(fields);
    expect(await invalidFields({ authMethod, name: " " })).toEqual([...fields, "name"].sort());
  });

  test("assigns errors to the field that shows them", async () => {
    const pull = { type: "pull_api", paginationBy: "cursor", scheduleMinutes: "0" } as const;
    expect(await invalidFields(pull)).toEqual(["cursorParameter", "cursorPath", "scheduleMinutes"]);
    expect(await invalidFields({ maxBodyKb: "" })).toEqual(["maxBodyKb"]);
    expect(await invalidFields({ dedupBy: "header" })).toEqual(["dedupHeader"]);
  });

  test("ignores fields that are hidden for the type", async () => {
    expect(await invalidFields({ type: "webhook", scheduleMinutes: "never", mailboxOn: true })).toEqual([]);
  });
});
