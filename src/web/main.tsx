import "./styles.css";
import { startI18n } from "./lib/i18n.ts";

// The words and the app come side by side and are read in turn: all at once would hold the page up for longer.
void Promise.all([import("./mount.tsx"), startI18n()]).then(([{ mountApp }]) => mountApp());
