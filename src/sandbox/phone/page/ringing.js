import { attempt, el, formatAddress, icon, post } from "./parts.js";
import { t } from "./texts.js";

let audio;
let ringTimer;

/** Two tones for a second and a half. Browsers stay silent until the person has used the page. */
const ringOnce = () => {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.06, audio.currentTime);
  volume.connect(audio.destination);
  for (const frequency of [440, 480]) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start();
    tone.stop(audio.currentTime + 1.5);
  }
};

const startRinging = () => {
  if (ringTimer) return;
  ringOnce();
  ringTimer = setInterval(ringOnce, 4000);
};
const stopRinging = () => {
  clearInterval(ringTimer);
  ringTimer = undefined;
};

let shownId;

/** Shows and sounds the call that rings, whatever conversation is open. `open` shows the conversation. */
export const showRinging = (conversations, open) => {
  const bar = document.getElementById("ringing");
  const conversation = conversations.find(({ ringingCall }) => ringingCall);
  const call = conversation?.ringingCall;
  bar.hidden = !call;
  if (!call) {
    shownId = undefined;
    bar.replaceChildren();
    return stopRinging();
  }
  startRinging();
  // Drawn once, so that the focus stays on its buttons.
  if (shownId === call.id) return;
  shownId = call.id;
  const send = (input) => attempt(() => post(`calls/${encodeURIComponent(call.id)}`, input));
  const answer = async () => {
    if (await send({ pickUp: true })) open(conversation.address);
  };
  bar.replaceChildren(
    icon("call"),
    el(
      "p",
      {},
      t(call.isTransfer ? "ringing.transfer" : "ringing.call", {
        address: formatAddress(conversation.address),
        number: formatAddress(call.business),
      }),
    ),
    el(
      "div",
      { className: "row" },
      el("button", { type: "button", className: "button good", onclick: answer }, t("call.answer")),
      el(
        "button",
        { type: "button", className: "button danger", onclick: () => send({ hangUp: true }) },
        t("call.decline"),
      ),
    ),
  );
};

/** After a change of language. */
export const redrawRinging = (conversations, open) => {
  shownId = undefined;
  showRinging(conversations, open);
};
