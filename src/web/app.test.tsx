import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accountApi, authApi } from "#contract/auth.ts";
import { integrationsApi } from "#contract/integrations.ts";
import { peopleApi } from "#contract/people.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer, replyWithText } from "../../test/web/fake-api.ts";
import { renderApp, renderScreen } from "../../test/web/render.tsx";
import {
  administrator,
  instant,
  quietActivity,
  sampleConnector,
  samplePerson,
} from "../../test/web/samples.ts";
import { entriesOf } from "../../test/web/toast-shares.ts";
import { dialog, holds, notSeen, seesText, seesWords } from "../../test/web/toasts.ts";

test("says that it is loading until the user is known", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof administrator>();
  await renderApp("/no/such/page", { answers: [answer(authApi.user, () => promise)] });
  await seesText("app loading");
  resolve(administrator);
  await seesText("unknown route");
  screen.getByText("The address may be mistyped, or the page was moved or deleted");
  screen.getByText("For developers: Did you forget to add the page to the router?");
});

test("a user without a role is shown as Admin", async () => {
  const withoutRole = { ...administrator, role: null };
  // As text, because the contract knows no user without a role.
  await renderApp("/no/such/page", {
    answers: [answer(authApi.user, () => replyWithText(200, JSON.stringify(withoutRole)))],
  });
  const account = await screen.findByRole("button", { name: /^Ana/ });
  expect(account.textContent).toContain("Admin");
});

test("shows how much of the demo is loaded, and offers to leave it only afterwards", async () => {
  let demoProgress: number | null = 0.4;
  const status = answer(workspaceApi.status, () => ({
    lastChangeAt: null,
    version: "0.0.0",
    now: instant,
    demo: true,
    demoProgress,
    emptyingProgress: null,
    sandbox: true,
  }));
  await renderApp("/no/such/page", { answers: [status] });
  const bar = await screen.findByRole("progressbar", { name: "The sample data is being loaded" });
  expect(bar.getAttribute("aria-valuenow")).toBe("40");
  expect(screen.queryByRole("button", { name: "Start empty workspace" })).toBeNull();
  demoProgress = null;
  await queryClient.invalidateQueries();
  await screen.findByRole("button", { name: "Start empty workspace" });
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("a failed sign-out is logged, and the page reloads", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { click } = await renderApp("/no/such/page", {
    answers: [answer(authApi.logout, () => replyWithText(503, "down"))],
  });
  await holds("a failed sign-out is logged, and the page reloads", async () => {
    await click(await screen.findByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: "503: down" }));
  });
});

const says = (title: string, description: string, isDestructive = title === "Error") =>
  seesWords({ title, description, isDestructive });

test("speaks Spanish once the user has chosen it", async () => {
  const { api, choose, click, fill } = await renderApp("/people", {
    answers: [
      answer(accountApi.update, ({ body }) => ({ ...administrator, language: body.language ?? null })),
      answer(peopleApi.create, ({ body }) => ({ ...samplePerson, ...body })),
    ],
  });
  await choose(await screen.findByLabelText("Language"), "es");
  const [addButton] = await screen.findAllByRole("button", { name: "Agregar persona" });
  expect(api.callsOf(accountApi.update)).toEqual([{ body: { language: "es" } }]);
  await click(addButton as HTMLElement);
  await screen.findByRole("dialog");
  const [email] = within(dialog()).getAllByRole("textbox", { name: "Correo electrónico" });
  await fill(email as HTMLElement, "no es un correo");
  const save = within(dialog()).getByRole("button", { name: "Guardar" });
  await click(save);
  await says("Error", "Revise los datos ingresados");
  within(dialog()).getByText("Ingrese un correo electrónico válido");
  await fill(email as HTMLElement, "");
  await click(save);
  await says("Error", "Revise los datos ingresados");
  expect(within(dialog()).getAllByText("Ingrese un nombre, un correo o un teléfono")).toHaveLength(3);
  await fill(email as HTMLElement, "ana@example.com");
  await api.offline(async () => {
    await click(save);
    await says("Error", "No se pudo crear la persona");
  });
});

test("names the service of a connection in Spanish", async () => {
  const n8n = sampleConnector("n8n", "automation");
  const { click, fill } = await renderScreen("/settings?tab=integrations", {
    language: "es",
    answers: [
      answer(integrationsApi.connectors, () => [n8n]),
      answer(integrationsApi.activity, () => [quietActivity(n8n.id)]),
      answer(integrationsApi.save, ({ params, body }) => ({
        service: params.service,
        mode: "live",
        settings: body,
        updatedAt: instant,
      })),
      answer(integrationsApi.test, ({ body }) => ({
        success: body.apiKey === undefined,
        mode: "live",
        message: "",
        latencyMs: 1,
      })),
    ],
  });
  await click(await screen.findByRole("button", { name: /^n8n/ }));
  await click(await screen.findByLabelText("Probar conexión: n8n"));
  await says("Prueba de conexión", "La conexión con n8n funciona");
  await click(screen.getByLabelText("Guardar n8n"));
  await says("Listo", "La integración de n8n se guardó correctamente");
  await fill(document.querySelector('[name="apiKey"]') as Element, "bad");
  await click(screen.getByLabelText("Probar conexión: n8n"));
  await says("La prueba de conexión falló", "No se pudo conectar con n8n", true);
});

test("every message of the app was seen", () => expect(notSeen(entriesOf("app"))).toEqual([]));
