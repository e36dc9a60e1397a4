import "./lib/no-eval.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startI18n } from "./lib/i18n.ts";
import { startValidationWords } from "./lib/validation-words.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element");

startValidationWords();
void startI18n().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
