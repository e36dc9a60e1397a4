import { currentLanguage, t } from "./texts.js";

/** Creates an element. Strings become text, never markup. */
export const el = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && !name.startsWith("aria")) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
};

const iconPaths = {
  sms: "M4 5h16v11H9l-5 4z",
  whatsapp: "M4 20l1.5-4.5A8 8 0 1 1 9 19zM9 9c0 4 2 6 6 6l1-2-2-1-1 1c-1 0-2-1-2-2l1-1-1-2z",
  email: "M3 6h18v12H3zM3 7l9 7 9-7",
  call: "M6 3h3l2 5-2 1.5a11 11 0 0 0 5.5 5.5L16 13l5 2v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z",
  back: "M15 5l-7 7 7 7",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 1.7M12 17h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  microphone: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3",
  speaker: "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
};
export const icon = (name) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", iconPaths[name]);
  svg.append(path);
  return svg;
};

/** Relative to this file, so that it also works behind a proxy. */
const base = new URL("api/phone/", import.meta.url);

const readResponse = async (response) => {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error("refused"), { code: body.code ?? "offline" });
  return body;
};
export const get = async (path) => readResponse(await fetch(new URL(path, base)));
export const post = async (path, body) =>
  readResponse(
    await fetch(new URL(path, base), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
export const liveUrl = () => new URL("live", base);

let toastTimer;
export const showToast = (text) => {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("shown"), 4000);
};
/** Runs an action and shows its error, or the given text when it succeeds. */
export const attempt = async (action, successText) => {
  try {
    await action();
    if (successText) showToast(successText);
    return true;
  } catch (error) {
    showToast(t(`error.${error.code ?? "offline"}`));
    return false;
  }
};

const locale = () => (currentLanguage() === "es" ? "es-PR" : "en-US");
export const formatTime = (at) => {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(locale(), {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "numeric",
    minute: "2-digit",
  });
};
export const formatPrice = (price) =>
  Math.abs(Number(price)).toLocaleString(locale(), {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 4,
  });
export const formatDuration = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
export const formatAddress = (address) =>
  address.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3").replaceAll(" ", "\u00a0");
