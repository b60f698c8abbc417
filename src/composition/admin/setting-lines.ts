import type { SettingLine } from "../../admin/ports.ts";
import type { Config } from "../../config.ts";
import type { Foundation } from "../foundation.ts";
import { isLive } from "../settings/follow-settings.ts";

/** As the files say now; while they have faults, as the service has begun. */
function present({ config, reread }: Pick<Foundation, "config" | "reread">): Config {
  try {
    return reread();
  } catch {
    return config;
  }
}

/** Every setting as the running service has it: what is read once stands as it did at the start, and a change of it waits for the next. */
export function settingLines(
  foundation: Pick<Foundation, "config" | "reread" | "settingRows">,
): readonly SettingLine[] {
  const { config, settingRows } = foundation;
  const now = present(foundation);
  const begun = new Map(settingRows(config).map((row) => [row.name, row]));
  return settingRows(now).map((row): SettingLine => {
    const isWaiting = !isLive(row.name) && now.values[row.name] !== config.values[row.name];
    return { ...(isWaiting ? (begun.get(row.name) ?? row) : row), isWaiting };
  });
}
