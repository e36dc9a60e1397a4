import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";
import { queryClient } from "#web/lib/query-client.ts";
import { allAnswered, assertAnswered } from "./render.tsx";
import { closeToasts, forgetSeen } from "./toasts.ts";

// Which elements are hidden is not computed, because that takes most of the time of a search. Tests name the dialog.
configure({
  asyncUtilTimeout: 20_000,
  defaultHidden: true,
  /** The texts of the page, because its whole markup is too long to read. */
  getElementError: (message, container) =>
    new Error(`${message?.split("\n")[0]}\n${container.textContent.slice(0, 2000)}`),
});

/** The browser's stream of changes; the server reports none. */
class QuietEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

beforeAll(() => {
  forgetSeen();
  vi.stubGlobal("EventSource", QuietEventSource);
});

const queryDefaults = queryClient.getDefaultOptions();
afterEach(async () => {
  // What a page still asks for must not reach the fake of the next test.
  await allAnswered();
  closeToasts();
  cleanup();
  queryClient.clear();
  // A sign-out stops them for the rest of the page, which then is loaded anew.
  queryClient.setDefaultOptions(queryDefaults);
  localStorage.clear();
  // Pages choose it themselves; calls without a page take it from here.
  document.documentElement.removeAttribute("lang");
  vi.restoreAllMocks();
  assertAnswered();
});
