import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { authApi } from "#contract/auth.ts";
import { signInFailureTexts } from "#domain/access/sign-in-failure.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderApp } from "../../../../test/web/render.tsx";
import { administrator } from "../../../../test/web/samples.ts";

type Methods = { provider: { name: string } | null; password: boolean };
const renderAt = (path: string, methods: Methods, language: "en" | "es" = "en") =>
  renderApp(path, {
    language,
    answers: [answer(authApi.user, () => refuse("unauthenticated")), answer(authApi.methods, () => methods)],
  });
const both: Methods = { provider: { name: "Acme" }, password: true };
const only: Methods = { provider: { name: "Acme" }, password: false };

test.each([
  ["en", "Continue with Acme"],
  ["es", "Continuar con Acme"],
] as const)(
  "in %s, the page leads to the provider and back to the page that was asked for",
  async (language, name) => {
    await renderAt("/people?search=Ana&sign-in=cancelled", both, language);
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(`/sso/start?next=${encodeURIComponent("/people?search=Ana")}`);
    expect(document.querySelector("input[type=password]")).not.toBeNull();
  },
);

test("the page offers no provider where there is none", async () => {
  await renderAt("/", { provider: null, password: true });
  await screen.findByLabelText("Email");
  expect(screen.queryByRole("link", { name: /Continue with/ })).toBeNull();
});

test("only single sign-on hides the password, except at its link", async () => {
  await renderAt("/", only);
  await screen.findByRole("link", { name: "Continue with Acme" });
  expect(document.querySelector("input[type=password]")).toBeNull();
});

test("the link of an emergency shows the password, and who may use it", async () => {
  await renderAt("/?sign-in=password", only);
  await screen.findByLabelText("Password");
  screen.getByText("Passwords are only for administrators with two-factor authentication.");
});

test.each(["en", "es"] as const)("in %s, the page says why a sign-in came to nothing", async (language) => {
  await renderAt("/?sign-in=no_role", both, language);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(signInFailureTexts.no_role[language]);
});

test.each(["unheard-of", "constructor", "<b>text</b>"])("the page does not repeat %s", async (reason) => {
  await renderAt(`/?sign-in=${encodeURIComponent(reason)}`, both);
  await screen.findByRole("link", { name: "Continue with Acme" });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.body.textContent).not.toContain(reason);
});

test("the code of one's own second factor ends the sign-in", async () => {
  const replace = vi.spyOn(location, "replace").mockImplementation(() => {});
  const page = await renderAt("/people?sign-in=code", both);
  await page.fill(await screen.findByLabelText("Code"), "000000");
  page.api.on(authApi.providerCode, () => refuse("wrong_code"));
  await page.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByText("The code is wrong or was already used");
  page.api.on(authApi.providerCode, () => administrator);
  await page.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/people"));
});
