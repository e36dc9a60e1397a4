import { attempt, el, formatAddress, formatDuration, formatPrice, formatTime, icon, post } from "./parts.js";
import { createFrameList } from "./relay-frames.js";
import { t } from "./texts.js";
import { createMicrophone, createSpeaker } from "./voice.js";

const endStatuses = ["completed", "busy", "failed", "no-answer", "canceled"];

const lineText = ({ text, keys }) => (keys ? t("call.pressed", { keys: text }) : text);
const callLine = (line) =>
  line.who === "note"
    ? el("li", { className: "call-line note" }, t(`note.${line.note}`, { text: formatAddress(line.text) }))
    : el("li", { className: `call-line ${line.who}`, lang: line.lang }, lineText(line));

/** The lines of a call. The last one may still grow while it is spoken. */
const createLines = (speaker) => {
  // The log around it announces what is new.
  const node = el("ol", { className: "lines", tabIndex: 0, "aria-label": t("call.spoken") });
  const drawn = [];
  let isFirst = true;
  return {
    node,
    update: (lines, isLive) => {
      // What was said before the card was drawn is not read aloud.
      const isAloud = isLive && (!isFirst || lines.length === 1);
      isFirst = false;
      const isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 60;
      for (const [index, line] of lines.entries()) {
        const before = drawn[index];
        if (before === undefined) node.append(callLine(line));
        else if (before !== line.text) node.children[index].textContent = lineText(line);
        if (isAloud && line.who === "business" && line.text.startsWith(before ?? ""))
          speaker?.speak(line.text.slice((before ?? "").length), line.lang);
        if (isAloud && line.who === "customer" && before === undefined) speaker?.stop();
        drawn[index] = line.text;
      }
      node.hidden = lines.length === 0;
      if (isAtEnd) node.scrollTop = node.scrollHeight;
    },
  };
};

const createKeypad = (sendInput) =>
  el(
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

const createSpeechForm = (sendInput) => {
  const input = el("input", {
    type: "text",
    className: "field",
    "aria-label": t("call.say"),
    placeholder: t("call.say"),
    maxLength: 1000,
    autocomplete: "off",
  });
  const form = el(
    "form",
    {
      className: "row",
      onsubmit: (event) => {
        event.preventDefault();
        const speech = input.value.trim();
        if (speech) sendInput({ speech });
        input.value = "";
      },
    },
    input,
    el("button", { type: "submit", className: "button strong" }, t("call.say.button")),
  );
  return { form, input };
};

const heading = ({ business, direction, isTransfer }) => {
  const key = isTransfer ? "call.transfer" : direction === "outgoing" ? "call.to" : "call.with";
  return t(key, { number: formatAddress(business) });
};

const promptText = ({ awaits, relay, isAgentSpeaking }) => {
  if (awaits && awaits !== "answer") return t(`call.waits.${awaits}`);
  if (relay === "open") return t(isAgentSpeaking ? "call.agent-speaks" : "call.your-turn");
  return t("call.listening");
};

/** A call with its controls. It is updated in place, so that typing is not interrupted. */
export const callCard = (call) => {
  const sendInput = (input) => attempt(() => post(`calls/${encodeURIComponent(call.id)}`, input));
  const button = (key, className, input) =>
    el(
      "button",
      { type: "button", className: `button ${className}`, onclick: () => sendInput(input) },
      t(key),
    );

  let language;
  const speaker = createSpeaker();
  const microphone = createMicrophone(
    () => language,
    (speech) => sendInput({ speech }),
  );
  const state = el("span", { className: "chip" });
  const lines = createLines(speaker);
  const prompt = el("p", { className: "faint waits" });
  const ringingControls = el(
    "div",
    { className: "row" },
    button("call.answer", "good", { pickUp: true }),
    button("call.decline", "danger", { hangUp: true }),
  );
  const { form: speechForm, input: speechInput } = createSpeechForm(sendInput);
  const keypad = el(
    "details",
    { className: "pad", open: call.relay === "none" },
    el("summary", {}, t("call.keys")),
    createKeypad(sendInput),
  );
  const voiceTools = [microphone?.node, speaker?.node].filter(Boolean);
  const inCallControls = el(
    "div",
    { className: "talking" },
    prompt,
    speechForm,
    el(
      "div",
      { className: "voice-tools" },
      ...voiceTools,
      button("call.hang-up", "danger", { hangUp: true }),
    ),
    keypad,
  );
  const frames = createFrameList(call.id);
  const facts = el("p", { className: "facts" });
  const node = el(
    "li",
    { className: "call" },
    el("div", { className: "call-head" }, icon("call"), el("strong", {}, heading(call)), state),
    lines.node,
    ringingControls,
    inCallControls,
    frames.node,
    facts,
  );

  let wasLive = false;
  const update = (next) => {
    const { status, awaits, seconds, price, at } = next;
    const hasRelay = next.relay !== "none";
    const ended = endStatuses.includes(status);
    const isLive = status === "in-progress";
    language = next.lines.findLast(({ lang }) => lang)?.lang;
    state.textContent = t(`status.${status}`);
    state.dataset.state = ended ? (status === "completed" ? "" : "bad") : "live";
    node.classList.toggle("relay", hasRelay);
    node.dataset.live = String(isLive);
    lines.update(next.lines, isLive);
    ringingControls.hidden = awaits !== "answer";
    inCallControls.hidden = !isLive;
    for (const tool of voiceTools) tool.hidden = !hasRelay;
    frames.node.hidden = !hasRelay;
    if (hasRelay) frames.refresh();
    if (hasRelay && isLive && !wasLive) {
      keypad.open = false;
      // A new card is not part of the page yet.
      queueMicrotask(() => speechInput.focus({ preventScroll: true }));
    }
    if (wasLive && !isLive) {
      microphone?.stop();
      speaker?.stop();
    }
    wasLive = isLive && hasRelay;
    prompt.textContent = promptText(next);
    prompt.classList.toggle("beam", Boolean(awaits) || (next.relay === "open" && !next.isAgentSpeaking));
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
