import { callCard } from "./call.js";
import { attempt, clock, el, icon, money, post, pretty } from "./parts.js";
import { t } from "./texts.js";

const factsOf = ({ at, status, code, segments, price, template, arrived }) =>
  [
    clock(at),
    arrived ? `${t(`status.${status}`)}${code ? ` (${code})` : ""}` : null,
    segments ? t(segments === 1 ? "segment" : "segments", { count: segments }) : null,
    price ? money(price) : null,
    template ? t("template") : null,
  ]
    .filter(Boolean)
    .join(" · ");

const mailTools = (mail) => {
  const act = (what, done) =>
    el(
      "button",
      {
        type: "button",
        className: "link",
        onclick: () => attempt(() => post(`mails/${mail.id}/${what}`, {}), t(done)),
      },
      t(`mail.${what}`),
    );
  return el(
    "div",
    { className: "mail-tools" },
    mail.unsubscribe ? act("unsubscribe", "mail.unsubscribed") : null,
    act("complain", "mail.complained"),
  );
};

const bubble = (message) => {
  const { arrived, channel, subject, text, status } = message;
  const failed = status === "failed" || status === "undelivered";
  return el(
    "li",
    { className: `message ${arrived ? "arrived" : "written"} ${channel} ${failed ? "failed" : ""}` },
    el("p", { className: "via" }, icon(channel), t(`channel.${channel}`), " · ", pretty(message.business)),
    el(
      "div",
      { className: "bubble" },
      channel === "email" ? el("strong", { className: "subject" }, subject || t("mail.none")) : null,
      el("p", { className: "text" }, text),
      channel === "email" && arrived ? mailTools(message) : null,
    ),
    el("p", { className: "facts" }, factsOf(message)),
  );
};

/** The entries of one conversation. Only what changed is drawn anew. */
export const createEntries = () => {
  const list = el("ol", { className: "entries" });
  const node = el("div", { className: "log", role: "log", "aria-label": t("thread"), tabIndex: 0 }, list);
  const drawn = new Map();
  const draw = (entry) => {
    const known = drawn.get(entry.id);
    const print = JSON.stringify(entry);
    if (known?.print === print) return;
    if (entry.kind === "call") {
      if (known) known.update(entry);
      const card = known ?? callCard(entry);
      if (!known) list.append(card.node);
      drawn.set(entry.id, { ...card, print });
      return;
    }
    const fresh = bubble(entry);
    if (known) known.node.replaceWith(fresh);
    else list.append(fresh);
    drawn.set(entry.id, { node: fresh, print });
  };
  return {
    node,
    update: (entries) => {
      const atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 80;
      const kept = new Set(entries.map(({ id }) => id));
      for (const [id, { node: old }] of drawn)
        if (!kept.has(id)) {
          old.remove();
          drawn.delete(id);
        }
      for (const entry of entries) draw(entry);
      if (atEnd) node.scrollTop = node.scrollHeight;
    },
  };
};

/** Where the customer writes. `to` says whom, when nobody has written to them yet. */
export const createComposer = (address, { to, channel: first }) => {
  const isMail = address.includes("@");
  const channels = isMail ? ["email"] : ["sms", "whatsapp"];
  const channel = el(
    "select",
    { className: "field pick", "aria-label": t("reply.channel"), hidden: isMail },
    ...channels.map((name) => el("option", { value: name }, t(`channel.${name}`))),
  );
  channel.value = channels.includes(first) ? first : channels[0];
  const subject = el("input", {
    type: "text",
    className: "field",
    hidden: !isMail,
    placeholder: t("reply.subject"),
    "aria-label": t("reply.subject"),
    maxLength: 200,
  });
  const text = el("textarea", {
    className: "field",
    rows: 1,
    maxLength: 1600,
    placeholder: t("reply.placeholder"),
    "aria-label": t("reply.label"),
  });
  const sendWords = (words) =>
    attempt(() =>
      post(`conversations/${encodeURIComponent(address)}/reply`, {
        channel: channel.value,
        text: words,
        ...(subject.value.trim() ? { subject: subject.value.trim() } : {}),
        ...(to ? { to } : {}),
      }),
    );
  const send = async () => {
    const words = text.value.trim();
    if (words && (await sendWords(words))) text.value = "";
    text.focus();
  };
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
  const quick = el(
    "div",
    { className: "quick", role: "group", "aria-label": t("reply.quick") },
    ...t("reply.words")
      .split("|")
      .map((words) =>
        el("button", { type: "button", className: "chip press", onclick: () => sendWords(words) }, words),
      ),
  );
  return el(
    "form",
    {
      className: "composer",
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    el("div", { className: "row" }, channel, quick),
    subject,
    el(
      "div",
      { className: "row" },
      text,
      el("button", { type: "submit", className: "button strong" }, t("reply.send")),
    ),
  );
};
