import { callCard } from "./call.js";
import { attempt, el, formatAddress, formatPrice, formatTime, icon, post } from "./parts.js";
import { t } from "./texts.js";

const messageDetails = ({ at, status, code, segments, price, template, arrived }) =>
  [
    formatTime(at),
    arrived ? `${t(`status.${status}`)}${code ? ` (${code})` : ""}` : null,
    segments ? t(segments === 1 ? "segment" : "segments", { count: segments }) : null,
    price ? formatPrice(price) : null,
    template ? t("template") : null,
  ]
    .filter(Boolean)
    .join(" · ");

/** Shows or hides the mail as its sender drew it. It runs no scripts and is another origin. */
const drawnButton = (mail) => {
  const button = el("button", { type: "button", className: "link" }, t("mail.drawn"));
  button.setAttribute("aria-expanded", "false");
  button.onclick = () => {
    const bubbleNode = button.closest(".bubble");
    const shown = bubbleNode.querySelector("iframe");
    button.setAttribute("aria-expanded", String(!shown));
    if (shown) return shown.remove();
    const frame = el("iframe", { className: "drawn", title: mail.subject || t("mail.none") });
    frame.setAttribute("sandbox", "");
    frame.src = `/sandbox/api/phone/mails/${encodeURIComponent(mail.id)}/html`;
    bubbleNode.append(frame);
  };
  return button;
};

const mailActions = (mail) => {
  const actionButton = (action, successKey) =>
    el(
      "button",
      {
        type: "button",
        className: "link",
        onclick: () => attempt(() => post(`mails/${mail.id}/${action}`, {}), t(successKey)),
      },
      t(`mail.${action}`),
    );
  return el(
    "div",
    { className: "mail-tools" },
    mail.hasHtml ? drawnButton(mail) : null,
    mail.unsubscribe ? actionButton("unsubscribe", "mail.unsubscribed") : null,
    actionButton("complain", "mail.complained"),
  );
};

const pictures = /^image\/(png|jpeg|gif|webp)$/;

const attachment = ({ id, filename, contentType, size }) => {
  const href = `/sandbox/api/phone/files/${encodeURIComponent(id)}`;
  const label = `${filename} (${Math.max(1, Math.round(size / 1024))} KB)`;
  return el(
    "li",
    {},
    pictures.test(contentType) ? el("img", { src: href, alt: filename, className: "picture" }) : null,
    el("a", { href, download: filename }, label),
  );
};

const attachments = (files) =>
  files?.length > 0
    ? el("ul", { className: "files", "aria-label": t("files") }, ...files.map(attachment))
    : null;

const bubble = (message) => {
  const { arrived, channel, subject, text, status } = message;
  const failed = status === "failed" || status === "undelivered";
  return el(
    "li",
    { className: `message ${arrived ? "arrived" : "written"} ${channel} ${failed ? "failed" : ""}` },
    el(
      "p",
      { className: "via" },
      icon(channel),
      t(`channel.${channel}`),
      " · ",
      formatAddress(message.business),
    ),
    el(
      "div",
      { className: "bubble" },
      channel === "email" ? el("strong", { className: "subject" }, subject || t("mail.none")) : null,
      text ? el("p", { className: "text" }, text) : null,
      attachments(message.files),
      channel === "email" && arrived ? mailActions(message) : null,
    ),
    el("p", { className: "facts" }, messageDetails(message)),
  );
};

/** The entries of one conversation. Only changed entries are drawn again. */
export const createEntries = () => {
  const list = el("ol", { className: "entries" });
  const node = el("div", { className: "log", role: "log", "aria-label": t("thread"), tabIndex: 0 }, list);
  const drawn = new Map();
  const draw = (entry) => {
    const existing = drawn.get(entry.id);
    const fingerprint = JSON.stringify(entry);
    if (existing?.fingerprint === fingerprint) return;
    if (entry.kind === "call") {
      if (existing) existing.update(entry);
      const card = existing ?? callCard(entry);
      if (!existing) list.append(card.node);
      drawn.set(entry.id, { ...card, fingerprint });
      return;
    }
    const fresh = bubble(entry);
    if (existing) existing.node.replaceWith(fresh);
    else list.append(fresh);
    drawn.set(entry.id, { node: fresh, fingerprint });
  };
  return {
    node,
    update: (entries) => {
      const atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 80;
      const currentIds = new Set(entries.map(({ id }) => id));
      for (const [id, { node: old }] of drawn)
        if (!currentIds.has(id)) {
          old.remove();
          drawn.delete(id);
        }
      for (const entry of entries) draw(entry);
      if (atEnd) node.scrollTop = node.scrollHeight;
    },
  };
};

/** The form for the customer's replies. `to` is the business address when the customer writes first. */
export const createComposer = (address, { to, channel: initialChannel }) => {
  const isMail = address.includes("@");
  const channels = isMail ? ["email"] : ["sms", "whatsapp"];
  const channel = el(
    "select",
    { className: "field pick", "aria-label": t("reply.channel"), hidden: isMail },
    ...channels.map((name) => el("option", { value: name }, t(`channel.${name}`))),
  );
  channel.value = channels.includes(initialChannel) ? initialChannel : channels[0];
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
  const sendText = (content) =>
    attempt(() =>
      post(`conversations/${encodeURIComponent(address)}/reply`, {
        channel: channel.value,
        text: content,
        ...(subject.value.trim() ? { subject: subject.value.trim() } : {}),
        ...(to ? { to } : {}),
      }),
    );
  const send = async () => {
    const content = text.value.trim();
    if (content && (await sendText(content))) text.value = "";
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
      .map((content) =>
        el(
          "button",
          { type: "button", className: "chip clickable", onclick: () => sendText(content) },
          content,
        ),
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
