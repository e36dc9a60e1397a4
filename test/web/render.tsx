import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { expect, vi } from "vitest";
import { useLocation } from "wouter";
import { authApi, type CurrentUser } from "#contract/auth.ts";
import type { Language } from "#domain/language.ts";
import { App } from "#web/app.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { FormatProvider, fetchWorkspaceFormat, useWorkspaceFormat } from "#web/lib/format.ts";
import { loadOtherTexts, setLanguage, startI18n } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { findScreen } from "#web/routes.tsx";
import { ScreenOutlet } from "#web/shell/screen-outlet.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { emptyWorkspace } from "./empty-workspace.ts";
import { answer, createFakeApi, type FakeAnswer, type FakeApi } from "./fake-api.ts";
import { administrator } from "./samples.ts";

type RenderOptions = {
  /** Answers beside those of an empty workspace, or instead of them. */
  answers?: readonly FakeAnswer[];
  user?: CurrentUser;
  language?: Language;
};

let textsStarted: Promise<void> | undefined;
let shownApi: FakeApi | undefined;

/** Waits until everything that the page has asked for was answered. */
export const allAnswered = (): Promise<void> =>
  waitFor(() => {
    const openCalls = queryClient.isFetching() + queryClient.isMutating();
    expect(openCalls + (shownApi?.countOpenRequests() ?? 0)).toBe(0);
  });

/** Fails the test if the page made a call that the fake could not answer by the contract. */
export const assertAnswered = (): void => {
  const failures = shownApi?.failures ?? [];
  shownApi = undefined;
  expect(failures).toEqual([]);
};

const startPage = async (
  path: string,
  { answers = [], user = administrator, language = "en" }: RenderOptions,
) => {
  const api = createFakeApi([...emptyWorkspace, answer(authApi.user, () => user), ...answers]);
  shownApi = api;
  vi.stubGlobal("fetch", api.fetch);
  // Once for all tests: starting again would drop the texts that are loaded.
  textsStarted ??= startI18n();
  await textsStarted;
  await setLanguage(language);
  history.replaceState(null, "", path);
  const events = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return {
    api,
    /** Clicks as soon as the element is enabled. */
    click: async (element: Element): Promise<void> => {
      await waitFor(() => expect(element.hasAttribute("disabled")).toBe(false));
      await events.click(element);
    },
    /** Replaces the value of a field. */
    fill: async (field: Element, value: string): Promise<void> => {
      await events.clear(field);
      if (value === "") return;
      await events.click(field);
      await events.paste(value);
    },
    choose: (select: Element, value: string): Promise<void> => events.selectOptions(select, value),
    press: (keys: string): Promise<void> => events.keyboard(keys),
  };
};
export type Page = Awaited<ReturnType<typeof startPage>>;

const Screen = () => {
  const [path] = useLocation();
  return (
    <FormatProvider value={useWorkspaceFormat()}>
      <ScreenOutlet screen={findScreen(path)} />
    </FormatProvider>
  );
};

const renderPage = (content: ReactNode): void => {
  render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>);
};

/** Renders the screen of a path without the shell around it. */
export const renderScreen = async (path: string, options: RenderOptions = {}): Promise<Page> => {
  const page = await startPage(path, options);
  // As the app does. React shows a screen that loads while it renders only after a pause.
  await Promise.all([
    findScreen(location.pathname)?.load(),
    fetchWorkspaceFormat(queryClient),
    queryClient.prefetchQuery(apiQuery(authApi.user)),
  ]);
  renderPage(
    <>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
      <Toaster />
    </>,
  );
  return page;
};

/** Renders a component that belongs to no screen of its own. */
export const renderElement = async (element: ReactNode, options: RenderOptions = {}): Promise<Page> => {
  const page = await startPage("/", options);
  await Promise.all([
    loadOtherTexts(),
    fetchWorkspaceFormat(queryClient),
    queryClient.prefetchQuery(apiQuery(authApi.user)),
  ]);
  renderPage(
    <>
      <Suspense fallback={null}>{element}</Suspense>
      <Toaster />
    </>,
  );
  return page;
};

/** Renders the whole app as a browser shows it at the path. */
export const renderApp = async (path: string, options: RenderOptions = {}): Promise<Page> => {
  const page = await startPage(path, options);
  render(<App />);
  return page;
};
