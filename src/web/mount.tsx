import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
// Here and not in the shell alone: pages without a session follow the system's theme as well.
import "./lib/theme.ts";

export const mountApp = (): void => {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};
