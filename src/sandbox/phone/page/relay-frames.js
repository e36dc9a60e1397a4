import { el, get } from "./parts.js";
import { t } from "./texts.js";

const arrows = { sent: "→", received: "←", socket: "•" };

const frameRow = ({ ms, kind, text }) =>
  el(
    "li",
    {},
    el("time", {}, (ms / 1000).toFixed(2)),
    el("span", { className: kind, role: "img", "aria-label": t(`frames.${kind}`) }, arrows[kind]),
    el("span", {}, text),
  );

/** Every frame of a call's conversations, read when the list is open. */
export const createFrameList = (callId) => {
  const summary = el("summary", {}, t("frames.title", { count: 0 }));
  const warning = el("p", { className: "bad", hidden: true });
  const list = el("ol", { tabIndex: 0, "aria-label": t("frames.title", { count: "" }) });
  const node = el("details", { className: "frames" }, summary, warning, list);
  const refresh = async () => {
    const sessions = await get(`../relay?call=${encodeURIComponent(callId)}`);
    const frames = sessions.flatMap((session) => session.frames);
    const leftOut = sessions.reduce((sum, session) => sum + session.framesLeftOut, 0);
    const unknown = sessions.flatMap((session) => session.unknownAttributes);
    summary.textContent = t("frames.title", { count: frames.length + leftOut });
    warning.hidden = unknown.length === 0;
    warning.textContent = t("frames.unknown", { names: [...new Set(unknown)].join(", ") });
    if (!node.open) return;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(...frames.slice(list.childElementCount).map(frameRow));
    if (leftOut > 0) summary.textContent += ` · ${t("frames.left-out", { count: leftOut })}`;
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  node.addEventListener("toggle", () => refresh().catch(() => {}));
  return { node, refresh: () => refresh().catch(() => {}) };
};
