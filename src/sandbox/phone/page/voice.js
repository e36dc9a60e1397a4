import { el, icon, showToast } from "./parts.js";
import { currentLanguage, readStored, t, writeStored } from "./texts.js";

const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

const defaultLanguage = () => (currentLanguage() === "es" ? "es-US" : "en-US");

/** A button that lets the person speak; null where the browser cannot listen. */
export const createMicrophone = (getLanguage, onWords) => {
  if (!Recognition) return null;
  let recognition;
  const label = el("span", {}, t("call.microphone"));
  const setListening = (isListening) => {
    button.setAttribute("aria-pressed", String(isListening));
    label.textContent = t(isListening ? "call.microphone.on" : "call.microphone");
  };
  const stop = () => {
    recognition?.abort();
    recognition = undefined;
    setListening(false);
  };
  const start = () => {
    recognition = new Recognition();
    recognition.lang = getLanguage() ?? defaultLanguage();
    recognition.continuous = true;
    recognition.addEventListener("result", ({ results, resultIndex }) => {
      for (const result of [...results].slice(resultIndex)) {
        const words = result[0]?.transcript.trim();
        if (result.isFinal && words) onWords(words);
      }
    });
    recognition.addEventListener("error", ({ error }) => {
      if (error === "not-allowed" || error === "service-not-allowed") showToast(t("error.microphone"));
      stop();
    });
    recognition.addEventListener("end", stop);
    recognition.start();
    setListening(true);
  };
  const button = el(
    "button",
    {
      type: "button",
      className: "button",
      "aria-pressed": "false",
      onclick: () => (recognition ? stop() : start()),
    },
    icon("microphone"),
    label,
  );
  return { node: button, stop };
};

/** A switch that reads the agent's words aloud; null where the browser has no voice. */
export const createSpeaker = () => {
  const synthesis = window.speechSynthesis;
  if (!synthesis) return null;
  let isOn = readStored("hear") === "on";
  const button = el(
    "button",
    {
      type: "button",
      className: "button",
      "aria-pressed": String(isOn),
      onclick: () => {
        isOn = !isOn;
        writeStored("hear", isOn ? "on" : "off");
        button.setAttribute("aria-pressed", String(isOn));
        if (!isOn) synthesis.cancel();
      },
    },
    icon("speaker"),
    t("call.hear"),
  );
  return {
    node: button,
    speak: (words, language) => {
      if (!isOn || !words.trim()) return;
      const utterance = new SpeechSynthesisUtterance(words);
      utterance.lang = language ?? defaultLanguage();
      synthesis.speak(utterance);
    },
    stop: () => synthesis.cancel(),
  };
};
