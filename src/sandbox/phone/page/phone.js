import { openMagic, openStart } from "./dialogs.js";
import { clock, el, get, icon, liveUrl, post, pretty, say } from "./parts.js";
import { currentLanguage, paintTheme, setLanguage, switchTheme, t } from "./texts.js";
import { createComposer, createEntries } from "./thread.js";

const at = (id) => document.getElementById(id);
const state = { conversations: [], open: null, entries: null, to: null };

const lastLine = ({ channel, text, arrived, status }) => {
  if (channel === "call") return t("list.call", { status: t(`status.${status}`) });
  return arrived ? text : t("list.you", { text });
};

const drawList = () => {
  at("empty").hidden = state.conversations.length > 0;
  at("empty").replaceChildren(el("strong", {}, t("empty.title")), t("empty.text"));
  at("conversations").replaceChildren(
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
          el("span", { className: "who" }, pretty(address)),
          el("time", { dateTime: last?.at ?? "" }, last ? clock(last.at) : ""),
          el("span", { className: "last" }, last ? lastLine(last) : ""),
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
};

const refreshThread = async () => {
  const { open, entries } = state;
  if (!open || !entries) return;
  const found = await get(`conversations/${encodeURIComponent(open)}`);
  if (state.open !== open) return;
  entries.update(found.entries);
  if (found.unread > 0) post(`conversations/${encodeURIComponent(open)}/seen`, {}).catch(() => {});
};

const closeConversation = () => {
  state.open = null;
  state.entries = null;
  at("phone").classList.remove("reading");
  drawThread();
  drawList();
};

const drawThread = (channel) => {
  const { open } = state;
  if (!open) {
    at("thread").replaceChildren(el("p", { className: "empty" }, t("choose")));
    return;
  }
  state.entries = createEntries();
  const name = el("h2", { tabIndex: -1 }, pretty(open));
  at("thread").replaceChildren(
    el(
      "div",
      { className: "thread-head" },
      el(
        "button",
        { type: "button", className: "tool back", "aria-label": t("back"), onclick: closeConversation },
        icon("back"),
      ),
      name,
    ),
    state.entries.node,
    createComposer(open, { to: state.to, channel }),
  );
  return name;
};

export const openConversation = async (address, to = null) => {
  state.open = address;
  state.to = to;
  at("phone").classList.add("reading");
  const known = state.conversations.find((one) => one.address === address);
  drawThread(known?.last?.channel)?.focus();
  drawList();
  await refreshThread().catch(() => say(t("error.offline")));
};

const drawWords = () => {
  document.documentElement.lang = currentLanguage();
  document.title = `Faro · ${t("title")}`;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", t(node.dataset.label));
  for (const name of ["help", "theme"]) at(name).title = at(name).getAttribute("aria-label");
  at("language").textContent = t("language");
  at("language").lang = currentLanguage() === "es" ? "en" : "es";
  at("language").title = t("language.hint");
};

at("help").append(icon("help"));
at("theme").append(icon("theme"));
at("help").addEventListener("click", () => openMagic(at("magic")));
at("theme").addEventListener("click", switchTheme);
at("new").addEventListener("click", () => openStart(at("start"), openConversation));
at("language").addEventListener("click", () => {
  setLanguage(currentLanguage() === "es" ? "en" : "es");
  drawWords();
  drawList();
  drawThread();
  refreshThread();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]") && state.open) closeConversation();
});

const refresh = () => Promise.all([refreshList(), refreshThread()]);

/** News come by themselves; after a gap everything is read again. */
const listen = () => {
  const live = new EventSource(liveUrl());
  live.addEventListener("open", () => refresh().catch(() => {}));
  live.addEventListener("message", ({ data }) => {
    const { addresses } = JSON.parse(data);
    refreshList().catch(() => {});
    if (addresses.includes(state.open)) refreshThread().catch(() => {});
  });
  live.addEventListener("error", () => say(t("error.offline")));
};

paintTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintTheme);
drawWords();
drawThread();
listen();

/** Whoever comes from a person's page finds their conversation open. */
const wanted = new URLSearchParams(location.search).get("with");
if (wanted) openConversation(wanted);
