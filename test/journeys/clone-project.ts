import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { project } from "../process.ts";

/** Copies the project's files without packages and builds, as a clone contains them. */
export const cloneProject = (target: string): void => {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: project,
  });
  for (const path of list.toString().split("\0").filter(Boolean))
    cpSync(join(project, path), join(target, path), { recursive: true });
};
