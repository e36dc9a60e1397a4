import type { QueryClient } from "@tanstack/react-query";
import { apiQuery } from "./api.ts";
import { firstRoutes } from "./first-routes.ts";
import { currentLanguage } from "./i18n.ts";
import { writeStored } from "./local-storage.ts";
import { closeReadNotifications, renewSubscription } from "./push.ts";

const notificationsQuery = apiQuery(firstRoutes.notifications);

/** Closes notifications of the device that were read here or elsewhere, whenever the list or the page changes. */
const watchNotifications = (client: QueryClient): (() => void) => {
  const close = () => {
    const known = client.getQueryData(notificationsQuery.queryKey)?.notifications ?? [];
    const openPath = document.hasFocus() ? location.pathname + location.search : null;
    closeReadNotifications(known, openPath).catch(() => {});
  };
  const listKey = notificationsQuery.queryKey.join("/");
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryKey.join("/") === listKey) close();
  });
  addEventListener("focus", close);
  return () => {
    unsubscribe();
    removeEventListener("focus", close);
  };
};

/** Installs the service worker, and shows the pages whose notifications are clicked. Returns how to end it. */
export const startServiceWorker = (
  client: QueryClient,
  userId: string,
  navigate: (link: string) => void,
): (() => void) => {
  const workers = navigator.serviceWorker;
  // Absent where the page came without TLS from another machine.
  if (!workers) return () => {};
  // The offline page has no account from which to read it.
  writeStored("shown-language", currentLanguage());
  const open = ({ data, ports }: MessageEvent<{ kind?: string; link?: string }>) => {
    if (data.kind !== "open" || !data.link?.startsWith("/")) return;
    navigate(data.link);
    ports[0]?.postMessage(true);
  };
  workers.addEventListener("message", open);
  workers.startMessages();
  const endWatching = watchNotifications(client);
  // Without it everything else works, so a browser that refuses it is left alone.
  workers
    .register("/sw.js")
    .then(() => renewSubscription(userId))
    .catch(() => {});
  return () => {
    workers.removeEventListener("message", open);
    endWatching();
  };
};
