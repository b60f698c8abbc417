import { spawn } from "node:child_process";
import { once } from "node:events";
import { findBrowser } from "./browser.ts";

const install =
  "export DEBIAN_FRONTEND=noninteractive; apt-get update && " +
  "apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium";

/**
 * Where nobody can be asked (root without a terminal: containers, CI), a missing browser is installed, so that the tests of the
 * pages run there too. Never throws: without one those tests are skipped, and say so.
 */
export async function ensureBrowser(say: (line: string) => void): Promise<void> {
  if (findBrowser() !== undefined || process.getuid?.() !== 0 || process.stdin.isTTY === true) return;
  say("installing Chromium for the tests of the pages (apt-get install chromium)");
  const ended = once(spawn("sh", ["-c", install], { stdio: "ignore" }), "exit");
  const [status] = await ended.catch(() => [null]);
  if (status !== 0) say("apt-get could not install Chromium: the tests of the pages are skipped");
}
