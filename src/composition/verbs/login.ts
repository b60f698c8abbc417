import { AppError, asRun } from "#contract";
import { loginReport, terminalScreen } from "../../cli/login.ts";
import { makeFolder } from "../../store/make-folder.ts";
import { loginHostOf } from "../admin/connections.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

/** `qianmen login <platform>`: shows a code to scan and keeps the credentials of whoever confirms. Exit code 1 when nobody did. */
export const run: Verb = async ([platform = "", ...rest], context) => {
  const foundation = await layQuietFoundation(context);
  const { adapters, config } = foundation;
  const known = adapters.filter(({ login }) => login !== undefined).map((each) => each.platform);
  const definition = adapters.find((each) => each.platform === platform);
  if (definition?.login === undefined || rest.length > 0)
    throw new AppError("INVALID_ARGS", `${asRun("login <platform>")}: it must be one of ${known.join(", ")}`);
  const own = config.of(definition.settings);
  const abort = new AbortController();
  const onInterrupt = () => abort.abort();
  process.once("SIGINT", onInterrupt);
  const opened = await openStore(foundation);
  try {
    await makeFolder(config.dataFolder);
    const host = loginHostOf(foundation, opened.store, definition);
    const screen = terminalScreen({
      output: process.stdout,
      input: process.stdin,
      signal: abort.signal,
    });
    const outcome = await definition.login(host, screen, abort.signal);
    const state = definition.isOn(own);
    const report = loginReport(platform, outcome, state.on ? undefined : state.hint);
    process.stdout.write(`${report.text}\n`);
    return report.exitCode;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    return 130;
  } finally {
    process.off("SIGINT", onInterrupt);
    await opened.close();
  }
};
