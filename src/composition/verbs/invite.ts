import { AppError, asRun } from "#contract";
import { createAuditLog } from "../../journal/audit-log.ts";
import { openInvites } from "../admin/connections.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { userName } from "../command-line/with-acts.ts";
import { openStore } from "../redis/open-store.ts";
import { publicAddress } from "../roles/public-address.ts";
import type { Verb } from "./verb.ts";

const usage = asRun("invite [<platform>]");

/** `qianmen invite`: a link for one person, whose page draws codes until they have connected an account of their own. */
export const run: Verb = async ([wanted, ...rest], context) => {
  const foundation = await layQuietFoundation(context);
  const { adapters, config, clock } = foundation;
  const able = adapters.filter(({ invites }) => invites === true);
  const names = able.map(({ platform }) => platform).join(", ");
  const definition = able.find(({ platform }) => wanted === undefined || platform === wanted);
  if (definition === undefined || rest.length > 0)
    throw new AppError("INVALID_ARGS", `${usage}: people can be invited to ${names}`);
  const { platform, settings, isOn } = definition;
  const state = isOn(config.of(settings));
  if (!state.on) throw new AppError("CONFIG_INVALID", `${platform} is off: ${state.hint}`);
  const opened = await openStore(foundation);
  try {
    const { token, expiresMs } = await openInvites(foundation, opened.store).make(platform);
    const who = `cli:${userName()}`;
    await createAuditLog(opened.store).write({ atMs: clock.wallMs(), who, act: "invite", what: platform });
    const lines = [
      `${publicAddress(config.core)}/invite/${token}`,
      `给一个人用,一次,有效至 For one person, once, until ${new Date(expiresMs).toISOString()}`,
      ...(config.core.PUBLIC_URL === undefined
        ? ["没有设置 PUBLIC_URL:只有本机打得开。 PUBLIC_URL is not set: it opens on this machine only."]
        : []),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return 0;
  } finally {
    await opened.close();
  }
};
