import "./styles.css";
import { startI18n } from "./lib/i18n.ts";

// Texts and app are separate chunks, loaded in parallel: one large chunk would block the page longer.
void Promise.all([import("./mount.tsx"), startI18n()]).then(([{ mountApp }]) => mountApp());
