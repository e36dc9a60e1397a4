/** Widths in pixels: mail programs on computers show about 600, phones what they have. */
export const emailWidth = 600;
export const emailPadding = 24;
export const columnGap = 16;

type EmailColors = Record<"page" | "card" | "ink" | "soft" | "line" | "accent" | "onAccent", string>;

/** Text reaches 4.5:1 on its ground in both. */
export const lightColors: EmailColors = {
  page: "#f1f5f6",
  card: "#ffffff",
  ink: "#1c2b33",
  soft: "#52636d",
  line: "#d5dfe3",
  accent: "#0a6a82",
  onAccent: "#ffffff",
};
const darkColors: EmailColors = {
  page: "#0c1317",
  card: "#131d23",
  ink: "#e8eef1",
  soft: "#a9b8c0",
  line: "#33424b",
  accent: "#5cc3dc",
  onAccent: "#06222b",
};

/** Programs that know no dark scheme show the inline styles, which are light. */
const darkRules = [
  `.page{background:${darkColors.page}!important}`,
  `.card{background:${darkColors.card}!important}`,
  `.ink{color:${darkColors.ink}!important}`,
  `.soft{color:${darkColors.soft}!important}`,
  `.line{border-color:${darkColors.line}!important}`,
  `.link{color:${darkColors.accent}!important}`,
  `.fill{background:${darkColors.accent}!important}`,
  `.on{color:${darkColors.onAccent}!important}`,
].join("");

const phoneRules = [
  ".edge{padding-left:16px!important;padding-right:16px!important}",
  ".column{max-width:100%!important}",
].join("");

/** `auto` follows the reader's device, as a mail does; a preview shows one of the two. */
export type EmailScheme = "auto" | "light" | "dark";

export const emailStyles = (scheme: EmailScheme): string =>
  [
    "body{margin:0;padding:0;-webkit-text-size-adjust:100%}",
    "table{border-collapse:collapse}",
    `@media (max-width:480px){${phoneRules}}`,
    scheme === "dark" ? darkRules : "",
    scheme === "auto" ? `@media (prefers-color-scheme:dark){${darkRules}}` : "",
  ].join("");

export const fontFamily = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
