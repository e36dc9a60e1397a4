import { el, get, pretty, say } from "./parts.js";
import { has, t } from "./texts.js";

const doesText = ({ does, code }) => {
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

/** Which numbers stand for which trouble. */
export const openMagic = async (dialog) => {
  try {
    const { numbers, mailboxes } = await get("magic");
    const rows = (keep) => numbers.filter(keep).map((one) => [pretty(one.number), doesText(one)]);
    const isWire = ({ does }) => /-(cut|\d+|hang|drip|callbacks?)$/.test(does);
    dialog.replaceChildren(
      head("magic-title", "magic.title", dialog),
      el("p", { className: "faint" }, t("magic.text")),
      ...section(
        "magic.messages",
        rows(({ code }) => code !== null),
      ),
      ...section(
        "magic.calls",
        rows((one) => one.code === null && !isWire(one)),
      ),
      ...section("magic.wire", rows(isWire)),
      ...section(
        "magic.mail",
        mailboxes.map((name) => [`${name}@`, t(`mailbox.${name}`)]),
      ),
    );
    dialog.showModal();
  } catch {
    say(t("error.offline"));
  }
};

/** A customer who writes first. */
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
  const toWhom = el(
    "div",
    { hidden: true },
    el("label", { htmlFor: "start-business" }, t("start.business")),
    business,
  );
  address.addEventListener("input", () => {
    toWhom.hidden = !address.value.includes("@");
  });
  const wrong = el("p", { className: "bad", role: "alert" });
  const begin = async (event) => {
    event.preventDefault();
    try {
      const found = await get(`conversations/${encodeURIComponent(address.value.trim())}`);
      dialog.close();
      open(found.address, business.value.trim() || null);
    } catch (error) {
      wrong.textContent = t(
        has(`error.${error.code}`) && error.code !== "not_found" ? `error.${error.code}` : "error.validation",
      );
      address.focus();
    }
  };
  dialog.replaceChildren(
    head("start-title", "start.title", dialog),
    el(
      "form",
      { className: "stack", onsubmit: begin },
      el("label", { htmlFor: "start-address" }, t("start.address")),
      address,
      el("p", { id: "start-hint", className: "faint" }, t("start.hint")),
      toWhom,
      wrong,
      el("button", { type: "submit", className: "button strong" }, t("start.open")),
    ),
  );
  dialog.showModal();
  address.focus();
};
