import { useState } from "react";

/** Overlays of the whole page; at most one is open. */
export type Overlay = "palette" | "account" | "shortcuts";
export type ShowOverlay = (overlay: Overlay | undefined) => void;

export const useOverlay = (): [Overlay | undefined, ShowOverlay] => useState<Overlay>();
