// The offline page: in the user's language and theme, it tries to reach the server again.
(() => {
  const retryMs = 5000;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; then the browser's settings apply.
      return null;
    }
  };
  const language = stored("language") ?? stored("shown-language") ?? navigator.language;
  const root = document.documentElement;
  root.lang = language.startsWith("es") ? "es" : "en";
  root.dataset.language = root.lang;
  const theme = stored("theme");
  const isDark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "dark" : "light";

  const page = document.querySelector(`main[lang=${root.lang}]`);
  const status = page.querySelector("[role=status]");
  const button = page.querySelector("button");

  const isReached = async () => {
    try {
      return (await fetch("/readyz", { cache: "no-store" })).ok;
    } catch {
      return false;
    }
  };
  let isTrying = false;
  const retry = async (isAsked) => {
    if (isTrying) return;
    isTrying = true;
    // Only what the user asked for is announced, so that a screen reader is not interrupted every few seconds.
    if (isAsked) status.textContent = button.dataset.trying;
    if (await isReached()) return location.reload();
    if (isAsked) status.textContent = button.dataset.failed;
    isTrying = false;
  };
  button.addEventListener("click", () => retry(true));
  addEventListener("online", () => retry(false));
  setInterval(() => retry(false), retryMs);
})();
