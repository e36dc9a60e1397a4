import { attempt, el, formatAddress, formatDuration, formatPrice, formatTime, icon, post } from "./parts.js";
import { t } from "./texts.js";

const endStatuses = ["completed", "busy", "failed", "no-answer", "canceled"];

const callLine = ({ who, text, keys, note }) =>
  who === "note"
    ? el("li", { className: "call-line note" }, t(`note.${note}`, { text }))
    : el("li", { className: `call-line ${who}` }, keys ? t("call.pressed", { keys: text }) : text);

/** A call with its controls. It is updated in place, so that typing is not interrupted. */
export const callCard = (call) => {
  const sendInput = (input) => attempt(() => post(`calls/${encodeURIComponent(call.id)}`, input));
  const button = (key, className, input) =>
    el(
      "button",
      { type: "button", className: `button ${className}`, onclick: () => sendInput(input) },
      t(key),
    );

  const state = el("span", { className: "chip" });
  const lines = el("ol", { className: "lines" });
  const prompt = el("p", { className: "faint waits" });
  const ringingControls = el(
    "div",
    { className: "row" },
    button("call.answer", "good", { pickUp: true }),
    button("call.decline", "danger", { hangUp: true }),
  );
  const speechInput = el("input", {
    type: "text",
    className: "field",
    "aria-label": t("call.say"),
    placeholder: t("call.say"),
    maxLength: 1000,
    autocomplete: "off",
  });
  const speechForm = el(
    "form",
    {
      className: "row",
      onsubmit: (event) => {
        event.preventDefault();
        const speech = speechInput.value.trim();
        if (speech) sendInput({ speech });
        speechInput.value = "";
      },
    },
    speechInput,
    el("button", { type: "submit", className: "button" }, t("call.say.button")),
  );
  const keypad = el(
    "div",
    { className: "keypad", role: "group", "aria-label": t("call.keys") },
    ...[..."123456789*0#"].map((key) =>
      el(
        "button",
        {
          type: "button",
          className: "key",
          "aria-label": t("call.key", { key }),
          onclick: () => sendInput({ digits: key }),
        },
        key,
      ),
    ),
  );
  const inCallControls = el(
    "div",
    { className: "talking" },
    prompt,
    keypad,
    speechForm,
    el("div", { className: "row" }, button("call.hang-up", "danger", { hangUp: true })),
  );
  const facts = el("p", { className: "facts" });
  const node = el(
    "li",
    { className: "call" },
    el(
      "div",
      { className: "call-head" },
      icon("call"),
      el("strong", {}, t("call.with", { number: formatAddress(call.business) })),
      state,
    ),
    lines,
    ringingControls,
    inCallControls,
    facts,
  );

  const update = ({ status, lines: allLines, awaits, seconds, price, at }) => {
    const ended = endStatuses.includes(status);
    state.textContent = t(`status.${status}`);
    state.dataset.state = ended ? (status === "completed" ? "" : "bad") : "live";
    lines.append(...allLines.slice(lines.childElementCount).map(callLine));
    lines.hidden = allLines.length === 0;
    ringingControls.hidden = awaits !== "answer";
    inCallControls.hidden = status !== "in-progress";
    prompt.textContent = awaits && awaits !== "answer" ? t(`call.waits.${awaits}`) : t("call.listening");
    prompt.classList.toggle("beam", Boolean(awaits));
    facts.textContent = [
      formatTime(at),
      ended && seconds ? formatDuration(seconds) : null,
      price ? formatPrice(price) : null,
    ]
      .filter(Boolean)
      .join(" · ");
  };
  update(call);
  return { node, update };
};
