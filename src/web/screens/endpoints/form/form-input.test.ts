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
const wrongFields = async (change: Partial<EndpointFormValues>): Promise<string[]> => {
  const { errors } = await endpointFormResolver(undefined, undefined)(form(change), undefined, {} as never);
  return Object.keys(errors).sort();
};

describe("the endpoint form", () => {
  test("sends what the contract takes, with every setting at its default", () => {
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
    expect(await wrongFields({ authMethod })).toEqual(fields);
    expect(await wrongFields({ authMethod, name: " " })).toEqual([...fields, "name"].sort());
  });

  test("puts what is wrong at the field that shows it", async () => {
    const pull = { type: "pull_api", paginationBy: "cursor", scheduleMinutes: "0" } as const;
    expect(await wrongFields(pull)).toEqual(["cursorParameter", "cursorPath", "scheduleMinutes"]);
    expect(await wrongFields({ maxBodyKb: "" })).toEqual(["maxBodyKb"]);
    expect(await wrongFields({ dedupBy: "header" })).toEqual(["dedupHeader"]);
  });

  test("is not held up by a field that the type does not show", async () => {
    expect(await wrongFields({ type: "webhook", scheduleMinutes: "never", mailboxOn: true })).toEqual([]);
  });
});
