import { pushApi } from "#contract/push.ts";
import { callApi } from "./api.ts";
import { readStored, writeStored } from "./local-storage.ts";

/** For whom this browser shows notifications: another user who signs in must not see them. */
const userMark = "push-user";

/** Whether this browser shows notifications, may be asked to, or what is in the way. `install`: only as an app of the home screen. */
export type PushState = "insecure" | "unsupported" | "install" | "blocked" | "askable" | "permitted";

const isAppleDevice = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad that asks for the pages of a desktop.
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

export const readPushState = (): PushState => {
  if (!window.isSecureContext) return "insecure";
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported)
    return isAppleDevice() && !matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
  const { permission } = Notification;
  return permission === "denied" ? "blocked" : permission === "granted" ? "permitted" : "askable";
};

export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

const findSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
};

/** Asks the user and the browser's push service. Undefined where the user refuses. */
export const subscribeBrowser = async (
  publicKey: string,
  userId: string,
): Promise<BrowserSubscription | undefined> => {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One with the key of another installation at this address would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  writeStored(userMark, userId);
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
};

export const unsubscribeBrowser = async (): Promise<void> => {
  writeStored(userMark, "");
  await (await findSubscription())?.unsubscribe();
};

/** Lets notifications go on in the new session, or ends them where they are of another user or were ended elsewhere. */
export const renewSubscription = async (userId: string): Promise<void> => {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  const isKnown =
    readStored(userMark) === userId && (await callApi(pushApi.renew, { body: { endpoint } })).known;
  if (!isKnown) await unsubscribeBrowser();
};

type ReadState = { link: string | null; read: boolean };

/** Closes what this device shows of a page that is open, and of what was read elsewhere. */
export const closeReadNotifications = async (
  known: readonly ReadState[],
  openPath: string | null,
): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  const unread = new Set(known.filter(({ read }) => !read).map(({ link }) => link));
  const read = new Set(known.filter((one) => one.read).map(({ link }) => link));
  for (const shown of (await registration?.getNotifications?.()) ?? []) {
    const link = (shown.data as { link?: string } | null)?.link ?? "/";
    if (link === openPath || (read.has(link) && !unread.has(link))) shown.close();
  }
};
