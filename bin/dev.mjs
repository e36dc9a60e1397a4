import { spawn } from "node:child_process";

/** The server restarts on changes; Vite serves the web app with hot reload and proxies API calls to it. */
const children = [
  spawn("node", ["--watch", "--watch-preserve-output", "src/server/main.ts"], { stdio: "inherit" }),
  spawn("vite", ["--clearScreen", "false"], { stdio: "inherit" }),
];
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) child.on("exit", () => children.forEach((other) => void other.kill("SIGTERM")));
