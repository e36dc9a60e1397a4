/** Runs on the sites of others: inserts the form and follows its height. It trusts messages of its own frame alone. */
export const embedScript = `(() => {
  const script = document.currentScript;
  const slug = script && script.dataset.form;
  if (!slug) return;
  const origin = new URL(script.src).origin;
  const language = script.dataset.language || "";
  const frame = document.createElement("iframe");
  frame.src = origin + "/f/" + encodeURIComponent(slug) + (language ? "?lang=" + encodeURIComponent(language) : "");
  frame.title = script.dataset.title || "Form";
  frame.loading = "lazy";
  frame.style.cssText = "width:100%;border:0;height:480px;color-scheme:normal";
  const greet = () => frame.contentWindow.postMessage({ type: "faro:hello" }, origin);
  frame.addEventListener("load", greet);
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow || !data || data.type !== "faro:height") return;
    const height = Number(data.height);
    if (height > 0 && height < 10000) frame.style.height = Math.ceil(height) + "px";
  });
  script.after(frame);
})();
`;

/** Runs in the form: tells its height to the site around it, once that site has greeted and is one of those allowed. */
export const frameScript = `(() => {
  const allowed = (document.currentScript.dataset.origins || "").split(" ");
  let site;
  const tell = () => {
    if (site) parent.postMessage({ type: "faro:height", height: document.documentElement.scrollHeight }, site);
  };
  addEventListener("message", ({ origin, source, data }) => {
    if (source !== parent || !allowed.includes(origin) || !data || data.type !== "faro:hello") return;
    site = origin;
    tell();
  });
  addEventListener("load", () => new ResizeObserver(tell).observe(document.querySelector("main")));
})();
`;
