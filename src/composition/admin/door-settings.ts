import type { DoorSettings } from "../../admin/ports.ts";
import type { Foundation } from "../foundation.ts";
import { ownAdminToken } from "./admin-token.ts";

/** Who may open the site, and under which address; without ADMIN_TOKEN by the token of the data folder. */
export async function doorSettingsOf({ config }: Foundation): Promise<DoorSettings> {
  const { ADMIN_TOKEN, ADMIN_VIEWER_TOKEN, ADMIN_VIEWER_TEXT, PUBLIC_URL } = config.core;
  return {
    operatorToken: ADMIN_TOKEN ?? (await ownAdminToken(config.dataFolder)),
    viewerText: ADMIN_VIEWER_TEXT,
    ...(ADMIN_VIEWER_TOKEN === undefined ? {} : { viewerToken: ADMIN_VIEWER_TOKEN }),
    ...(PUBLIC_URL === undefined ? {} : { publicUrl: PUBLIC_URL }),
  };
}
