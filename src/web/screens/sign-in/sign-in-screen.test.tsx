import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { authApi } from "#contract/auth.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderApp } from "../../../../test/web/render.tsx";
import { administrator } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { holds, notSeen, openToasts, seesText, seesToast } from "../../../../test/web/toasts.ts";

const renderSignIn = async (answerLogin = () => refuse("wrong_credentials")) => {
  const page = await renderApp("/", {
    answers: [answer(authApi.user, () => refuse("unauthenticated")), answer(authApi.login, answerLogin)],
  });
  await screen.findByRole("region", { name: "Messages (F8)" });
  await screen.findByLabelText("Email");
  const submit = () => page.click(screen.getByRole("button", { name: "Sign In" }));
  const enter = async (email: string, password: string) => {
    await page.fill(screen.getByLabelText("Email"), email);
    await page.fill(screen.getByLabelText("Password"), password);
  };
  return { ...page, submit, enter };
};

test("reports empty fields, a wrong password, too many attempts and a lost connection", async () => {
  const { api, enter, submit } = await renderSignIn();
  await holds("an empty sign-in sends no request", async () => {
    await submit();
    await seesToast("sign-in empty");
    await enter("ana@example.com", "");
    await submit();
    await seesToast("sign-in empty");
    expect(api.callsOf(authApi.login)).toEqual([]);
  });
  await enter("ana@example.com", "not the password");
  await submit();
  await seesToast("sign-in refused");
  await api.offline(async () => {
    await submit();
    await seesToast("sign-in unreachable");
  });
  api.on(authApi.login, () => refuse("throttled"));
  await submit();
  await seesToast("sign-in refused in the server's words");
});

test("a toast is replaced by the next one and gets the focus with F8", async () => {
  const { enter, press, submit } = await renderSignIn();
  await holds("a toast takes the place of the one before", async () => {
    await submit();
    await waitFor(() => expect(openToasts()).toHaveLength(1));
    await enter("ana@example.com", "not the password");
    await submit();
    await seesToast("sign-in refused");
  });
  await enter("", "");
  await submit();
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  await holds("F8 leads to the toast", async () => {
    await press("[F8]");
    expect(document.activeElement?.tagName).toBe("OL");
  });
});

test("a toast stays for five seconds", async () => {
  await renderSignIn();
  await holds("a toast stays 5000 ms", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    try {
      fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
      expect(openToasts()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(4900);
      expect(openToasts()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(openToasts()).toHaveLength(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

test("says that it is signing in, and reloads the page when the user is signed in", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const { api, enter, submit } = await renderSignIn();
  api.on(authApi.login, () => administrator);
  await enter("ana@example.com", "the password");
  await api.slowly(authApi.login, async () => {
    await submit();
    await seesText("sign-in pending");
  });
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test("every message of the sign-in was seen", () => expect(notSeen(entriesOf("sign-in"))).toEqual([]));
