import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type SingleSignOn, type SingleSignOnSettings, singleSignOnApi } from "#contract/single-sign-on.ts";
import { builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../../../test/web/render.tsx";
import { administrator, instant } from "../../../../../../test/web/samples.ts";
import { SingleSignOnCard } from "./single-sign-on-card.tsx";

const settings: SingleSignOnSettings = {
  name: "Acme",
  enabled: true,
  issuer: "https://id.example.com",
  clientId: "faro",
  clientSecret: "••••••••cret",
  scopes: "",
  domains: ["example.com"],
  groupClaim: "groups",
  groupRoles: [{ group: "Sales", role: "operator" }],
  defaultRole: null,
  createsUsers: true,
  linksUsers: false,
  trustsEmails: false,
  statesSecondFactor: false,
  onlySingleSignOn: false,
  updatedAt: instant,
};
const view = (change: Partial<SingleSignOn> = {}): SingleSignOn => ({
  settings,
  redirectUri: "https://faro.example.com/sso/callback",
  signOutUri: "https://faro.example.com/",
  backChannelLogoutUri: "https://faro.example.com/sso/back-channel-logout",
  passwordLink: "https://faro.example.com/?sign-in=password",
  localAdmins: 1,
  ...change,
});

const renderCard = async (shown = view(), options: Parameters<typeof renderElement>[1] = {}) => {
  const page = await renderElement(<SingleSignOnCard />, {
    ...options,
    answers: [answer(singleSignOnApi.get, () => shown), ...(options.answers ?? [])],
  });
  return page;
};

test("a provider is set up, tested and saved", async () => {
  const page = await renderCard(view({ settings: null }));
  await page.click(await screen.findByRole("button", { name: "Set up single sign-on" }));
  screen.getByDisplayValue("https://faro.example.com/sso/callback");
  await page.fill(screen.getByLabelText(/^Name/), "Google");
  await page.fill(screen.getByLabelText(/^Issuer URL/), "https://accounts.google.com");
  await page.fill(screen.getByLabelText(/^Client ID/), "faro");
  await page.fill(screen.getByLabelText(/^Client secret/), "a secret");
  page.api.on(singleSignOnApi.test, () => ({
    steps: [
      { step: "discovery", state: "ok", message: "The provider was found." },
      { step: "client", state: "failed", message: "The provider refuses the client." },
    ],
  }));
  await page.click(screen.getByRole("button", { name: "Test the provider" }));
  const result = await screen.findByRole("list", { name: "Result of the test" });
  expect(within(result).getAllByRole("listitem")).toHaveLength(2);
  within(result).getByText("The provider refuses the client.");
  await page.fill(screen.getByLabelText(/^Allowed email domains/), "example.com, example.org");
  await page.click(screen.getByRole("button", { name: "Add group" }));
  await page.fill(screen.getByLabelText("Group 1"), "Admins");
  await page.choose(screen.getByLabelText("Role of Admins"), "Admin");
  await page.choose(screen.getByLabelText(/none of these groups/), "Viewer");
  await page.click(screen.getByLabelText("Single sign-on is on"));
  page.api.on(singleSignOnApi.save, () => view());
  await page.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(page.api.callsOf(singleSignOnApi.save)).toHaveLength(1));
  expect(page.api.callsOf(singleSignOnApi.save)[0]?.body).toMatchObject({
    name: "Google",
    enabled: true,
    issuer: "https://accounts.google.com",
    clientSecret: "a secret",
    domains: ["example.com", "example.org"],
    groupRoles: [{ group: "Admins", role: "admin" }],
    defaultRole: "viewer",
    createsUsers: true,
    linksUsers: false,
    onlySingleSignOn: false,
  });
});

test("a stored secret stays unless another is entered, and the order of groups changes", async () => {
  const groupRoles = [
    { group: "Sales", role: "operator" as const },
    { group: "Admins", role: "admin" as const },
  ];
  const page = await renderCard(view({ settings: { ...settings, groupRoles } }));
  await page.click(await screen.findByRole("button", { name: "Edit single sign-on" }));
  screen.getByText(/••••••••cret is stored/);
  await page.click(screen.getByRole("button", { name: "Move Admins up" }));
  page.api.on(singleSignOnApi.save, () => refuse("conflict"));
  await page.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: /newest/ });
  const body = page.api.callsOf(singleSignOnApi.save)[0]?.body;
  expect(body).not.toHaveProperty("clientSecret");
  expect(body).toMatchObject({ updatedAt: instant, groupRoles: groupRoles.toReversed() });
});

test("a problem is shown at its field", async () => {
  const page = await renderCard();
  await page.click(await screen.findByRole("button", { name: "Edit single sign-on" }));
  page.api.on(singleSignOnApi.save, () =>
    refuse("secret_required", { issues: [{ path: "clientSecret", message: "Enter it again" }] }),
  );
  await page.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByText("Enter it again")).getAttribute("role")).toBe("alert");
});

test("only single sign-on needs an administrator with a second factor, and shows the link for them", async () => {
  const page = await renderCard(view({ localAdmins: 0 }));
  await page.click(await screen.findByRole("button", { name: "Edit single sign-on" }));
  expect(screen.getByLabelText("Only single sign-on").hasAttribute("disabled")).toBe(true);
  screen.getByText("First, an administrator must have a password and two-factor authentication.");
});

test("the link for an emergency is shown with the switch", async () => {
  const page = await renderCard();
  await page.click(await screen.findByRole("button", { name: "Edit single sign-on" }));
  await page.click(screen.getByLabelText("Only single sign-on"));
  screen.getByDisplayValue("https://faro.example.com/?sign-in=password");
});

test("who manages the team but is no administrator sees it only", async () => {
  await renderCard(view(), {
    user: { ...administrator, role: "own", permissions: { ...noPermissions, team: "manage" } },
  });
  await screen.findByText("Acme");
  expect(screen.queryByRole("button", { name: "Edit single sign-on" })).toBeNull();
});

test("in Spanish the card speaks Spanish", async () => {
  const page = await renderCard(view(), {
    language: "es",
    user: { ...administrator, permissions: builtInPermissions.admin },
  });
  await page.click(await screen.findByRole("button", { name: "Editar el inicio de sesión único" }));
  screen.getByLabelText("Solo inicio de sesión único");
  screen.getByRole("button", { name: "Probar el proveedor" });
});
