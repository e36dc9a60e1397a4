import { el, formatAddress, get, showToast } from "./parts.js";
import { has, t } from "./texts.js";

const magicText = ({ does, code }) => {
  if (code) return `${t(`code.${code}`)} (${code})`;
  const [, verb, text] = /^(presses|says) (.+)$/.exec(does) ?? [];
  return verb ? t(`does.${verb}`, { text }) : t(`does.${does}`);
};

const section = (title, rows) => [
  el("h3", {}, t(title)),
  el(
    "dl",
    { className: "magic" },
    ...rows.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]),
  ),
];

const head = (id, title, dialog) =>
  el(
    "div",
    { className: "dialog-head" },
    el("h2", { id }, t(title)),
    el("button", { type: "button", className: "button", onclick: () => dialog.close() }, t("close")),
  );

export const openMagic = async (dialog) => {
  try {
    const { numbers, mailboxes } = await get("magic");
    const rows = (filter) =>
      numbers.filter(filter).map((entry) => [formatAddress(entry.number), magicText(entry)]);
    const isConnectionFault = ({ does }) => /-(cut|\d+|hang|drip|callbacks?)$/.test(does);
    dialog.replaceChildren(
      head("magic-title", "magic.title", dialog),
      el("p", { className: "faint" }, t("magic.text")),
      ...section(
        "magic.messages",
        rows(({ code }) => code !== null),
      ),
      ...section(
        "magic.calls",
        rows((entry) => entry.code === null && !isConnectionFault(entry)),
      ),
      ...section("magic.wire", rows(isConnectionFault)),
      ...section(
        "magic.mail",
        mailboxes.map((name) => [`${name}@`, t(`mailbox.${name}`)]),
      ),
    );
    dialog.showModal();
  } catch {
    showToast(t("error.offline"));
  }
};

/** Starts a conversation as a customer. */
export const openStart = (dialog, open) => {
  const address = el("input", {
    id: "start-address",
    type: "text",
    className: "field",
    required: true,
    maxLength: 320,
    autocomplete: "off",
    "aria-describedby": "start-hint",
  });
  const business = el("input", {
    id: "start-business",
    type: "email",
    className: "field",
    maxLength: 320,
    autocomplete: "off",
  });
  const businessField = el(
    "div",
    { hidden: true },
    el("label", { htmlFor: "start-business" }, t("start.business")),
    business,
  );
  address.addEventListener("input", () => {
    businessField.hidden = !address.value.includes("@");
  });
  const errorMessage = el("p", { className: "bad", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const conversation = await get(`conversations/${encodeURIComponent(address.value.trim())}`);
      dialog.close();
      open(conversation.address, business.value.trim() || null);
    } catch (error) {
      errorMessage.textContent = t(
        has(`error.${error.code}`) && error.code !== "not_found" ? `error.${error.code}` : "error.validation",
      );
      address.focus();
    }
  };
  dialog.replaceChildren(
    head("start-title", "start.title", dialog),
    el(
      "form",
      { className: "stack", onsubmit: submit },
      el("label", { htmlFor: "start-address" }, t("start.address")),
      address,
      el("p", { id: "start-hint", className: "faint" }, t("start.hint")),
      businessField,
      errorMessage,
      el("button", { type: "submit", className: "button strong" }, t("start.open")),
    ),
  );
  dialog.showModal();
  address.focus();
};
