import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { writeStored } from "#web/lib/local-storage.ts";
import { closeReadNotifications, renewSubscription } from "#web/lib/push.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { findSignedInUser } from "#web/lib/session.ts";

const notificationsQuery = apiQuery(firstRoutes.notifications);
const listKey = notificationsQuery.queryKey.join("/");

const closeRead = (): void => {
  const known = queryClient.getQueryData(notificationsQuery.queryKey)?.notifications ?? [];
  const openPath = document.hasFocus() ? location.pathname + location.search : null;
  closeReadNotifications(known, openPath).catch(() => {});
};

/** Shows the page of a notification that was clicked; after a sign-in where there is none. */
const showPage = ({ data, ports }: MessageEvent<{ kind?: string; link?: string }>): void => {
  if (data.kind !== "open" || !data.link?.startsWith("/")) return;
  // The router follows the history of the browser.
  history.pushState(null, "", data.link);
  ports[0]?.postMessage(true);
};

let isListening = false;
const listen = (workers: ServiceWorkerContainer): void => {
  if (isListening) return;
  isListening = true;
  workers.addEventListener("message", showPage);
  workers.startMessages();
  addEventListener("focus", closeRead);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryKey.join("/") === listKey) closeRead();
  });
};

/** Installs the service worker, and lets notifications of this browser go on. Called after each sign-in. */
export const startServiceWorker = (): void => {
  const workers = navigator.serviceWorker;
  const user = findSignedInUser(queryClient);
  // Absent where the page came without TLS from another machine.
  if (!workers || !user) return;
  // The offline page has no account from which to read it.
  writeStored("shown-language", currentLanguage());
  listen(workers);
  // Without it everything else works, so a browser that refuses it is left alone.
  workers
    .register("/sw.js")
    .then(() => renewSubscription(user.id))
    .catch(() => {});
};
