import { attempt, clock, el, icon, minutes, money, post, pretty } from "./parts.js";
import { t } from "./texts.js";

const over = ["completed", "busy", "failed", "no-answer", "canceled"];

const lineOf = ({ who, text, keys, note }) =>
  who === "note"
    ? el("li", { className: "said note" }, t(`note.${note}`, { text }))
    : el("li", { className: `said ${who}` }, keys ? t("call.pressed", { keys: text }) : text);

/** A call: what was said, and what the person called can do. Updated in place, so that typing is not disturbed. */
export const callCard = (call) => {
  const act = (input) => attempt(() => post(`calls/${encodeURIComponent(call.id)}`, input));
  const button = (key, className, input) =>
    el("button", { type: "button", className: `button ${className}`, onclick: () => act(input) }, t(key));

  const state = el("span", { className: "chip" });
  const lines = el("ol", { className: "lines" });
  const waits = el("p", { className: "faint waits" });
  const ringing = el(
    "div",
    { className: "row" },
    button("call.answer", "good", { pickUp: true }),
    button("call.decline", "danger", { hangUp: true }),
  );
  const words = el("input", {
    type: "text",
    className: "field",
    "aria-label": t("call.say"),
    placeholder: t("call.say"),
    maxLength: 1000,
    autocomplete: "off",
  });
  const speak = el(
    "form",
    {
      className: "row",
      onsubmit: (event) => {
        event.preventDefault();
        const speech = words.value.trim();
        if (speech) act({ speech });
        words.value = "";
      },
    },
    words,
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
          onclick: () => act({ digits: key }),
        },
        key,
      ),
    ),
  );
  const talking = el(
    "div",
    { className: "talking" },
    waits,
    keypad,
    speak,
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
      el("strong", {}, t("call.with", { number: pretty(call.business) })),
      state,
    ),
    lines,
    ringing,
    talking,
    facts,
  );

  const update = ({ status, lines: said, awaits, seconds, price, at }) => {
    const ended = over.includes(status);
    state.textContent = t(`status.${status}`);
    state.dataset.state = ended ? (status === "completed" ? "" : "bad") : "live";
    lines.append(...said.slice(lines.childElementCount).map(lineOf));
    lines.hidden = said.length === 0;
    ringing.hidden = awaits !== "answer";
    talking.hidden = status !== "in-progress";
    waits.textContent = awaits && awaits !== "answer" ? t(`call.waits.${awaits}`) : t("call.listening");
    waits.classList.toggle("beam", Boolean(awaits));
    facts.textContent = [clock(at), ended && seconds ? minutes(seconds) : null, price ? money(price) : null]
      .filter(Boolean)
      .join(" · ");
  };
  update(call);
  return { node, update };
};
