import { openMagic, openStart } from "./dialogs.js";
import { attempt, el, formatAddress, formatTime, get, icon, liveUrl, post, showToast } from "./parts.js";
import { redrawRinging, showRinging } from "./ringing.js";
import { applyTheme, currentLanguage, setLanguage, t, toggleTheme } from "./texts.js";
import { createComposer, createEntries } from "./thread.js";

const byId = (id) => document.getElementById(id);
const state = { conversations: [], open: null, entries: null, to: null };

const previewText = ({ channel, text, arrived, status }) => {
  if (channel === "call") return t("list.call", { status: t(`status.${status}`) });
  return arrived ? text : t("list.you", { text });
};

const drawList = () => {
  byId("empty").hidden = state.conversations.length > 0;
  byId("empty").replaceChildren(el("strong", {}, t("empty.title")), t("empty.text"));
  byId("conversations").replaceChildren(
    ...state.conversations.map(({ address, unread, last, ringing }) =>
      el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            className: "conversation",
            "aria-current": address === state.open ? "true" : undefined,
            "data-ringing": ringing ? "true" : undefined,
            onclick: () => openConversation(address),
          },
          icon(last?.channel ?? "sms"),
          el("span", { className: "who" }, formatAddress(address)),
          el("time", { dateTime: last?.at ?? "" }, last ? formatTime(last.at) : ""),
          el("span", { className: "last" }, last ? previewText(last) : ""),
          unread > 0
            ? el(
                "span",
                { className: "unread", "aria-label": t("list.unread", { count: unread }) },
                String(unread),
              )
            : null,
        ),
      ),
    ),
  );
};

const refreshList = async () => {
  state.conversations = await get("conversations");
  drawList();
  showRinging(state.conversations, openConversation);
};

const refreshThread = async () => {
  const { open, entries } = state;
  if (!open || !entries) return;
  const conversation = await get(`conversations/${encodeURIComponent(open)}`);
  if (state.open !== open) return;
  entries.update(conversation.entries);
  if (conversation.unread > 0) post(`conversations/${encodeURIComponent(open)}/seen`, {}).catch(() => {});
};

const closeConversation = () => {
  state.open = null;
  state.entries = null;
  byId("phone").classList.remove("reading");
  drawThread();
  drawList();
};

const canCall = (address) => address.startsWith("+");
const callBusiness = (address) =>
  attempt(() => post(`conversations/${encodeURIComponent(address)}/call`, state.to ? { to: state.to } : {}));

const drawThread = (channel) => {
  const { open } = state;
  if (!open) {
    byId("thread").replaceChildren(el("p", { className: "empty" }, t("choose")));
    return;
  }
  state.entries = createEntries();
  const heading = el("h2", { tabIndex: -1 }, formatAddress(open));
  byId("thread").replaceChildren(
    el(
      "div",
      { className: "thread-head" },
      el(
        "button",
        { type: "button", className: "tool back", "aria-label": t("back"), onclick: closeConversation },
        icon("back"),
      ),
      heading,
      canCall(open)
        ? el(
            "button",
            {
              type: "button",
              className: "button",
              "aria-label": t("call.place"),
              title: t("call.place"),
              onclick: () => callBusiness(open),
            },
            icon("call"),
            el("span", {}, t("call.place")),
          )
        : null,
    ),
    state.entries.node,
    // An extension of a telephone system only takes calls.
    ...(open.startsWith("sip:") ? [] : [createComposer(open, { to: state.to, channel })]),
  );
  return heading;
};

export const openConversation = async (address, to = null) => {
  state.open = address;
  state.to = to;
  byId("phone").classList.add("reading");
  const conversation = state.conversations.find((candidate) => candidate.address === address);
  drawThread(conversation?.last?.channel)?.focus();
  drawList();
  await refreshThread().catch(() => showToast(t("error.offline")));
};

const drawTexts = () => {
  document.documentElement.lang = currentLanguage();
  document.title = `Faro · ${t("title")}`;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", t(node.dataset.label));
  for (const name of ["help", "theme"]) byId(name).title = byId(name).getAttribute("aria-label");
  byId("language").textContent = t("language");
  byId("language").lang = currentLanguage() === "es" ? "en" : "es";
  byId("language").title = t("language.hint");
};

byId("help").append(icon("help"));
byId("theme").append(icon("theme"));
byId("help").addEventListener("click", () => openMagic(byId("magic")));
byId("theme").addEventListener("click", toggleTheme);
byId("new").addEventListener("click", () => openStart(byId("start"), openConversation));
byId("language").addEventListener("click", () => {
  setLanguage(currentLanguage() === "es" ? "en" : "es");
  drawTexts();
  drawList();
  redrawRinging(state.conversations, openConversation);
  drawThread();
  refreshThread();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]") && state.open) closeConversation();
});

const refresh = () => Promise.all([refreshList(), refreshThread()]);

/** After a reconnection everything is read again. */
const subscribe = () => {
  const live = new EventSource(liveUrl());
  live.addEventListener("open", () => refresh().catch(() => {}));
  live.addEventListener("message", ({ data }) => {
    const { addresses } = JSON.parse(data);
    refreshList().catch(() => {});
    if (addresses.includes(state.open)) refreshThread().catch(() => {});
  });
  live.addEventListener("error", () => showToast(t("error.offline")));
};

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
drawTexts();
drawThread();
subscribe();

/** A link from a person's page opens their conversation. */
const initialAddress = new URLSearchParams(location.search).get("with");
if (initialAddress) openConversation(initialAddress);
