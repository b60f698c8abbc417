import { createHash, randomUUID } from "node:crypto";
import { chmod, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type AdapterStore, AppError, type LoginHost } from "#contract";
import { createSeal } from "./seal.ts";
import type { WeixinConfig } from "./settings.ts";

/** One person who has scanned a code: their token serves their own chat and no other. */
const accountShape = z.object({
  /** The bot id of the person's first binding: through later ones their chat goes on, with its order and what waits in it. */
  accountId: z.string().min(1),
  token: z.string().min(1),
  baseUrl: z.string().min(1),
  userId: z.string().min(1),
  savedAtMs: z.number(),
});

export type Account = z.infer<typeof accountShape>;

/** Where credentials are kept. Throws AppError INTAKE_DOWN while Redis is away, CONFIG_INVALID for what cannot be read. */
export interface Accounts {
  list(): Promise<readonly Account[]>;
  /** Changes whenever the list does. */
  version(): Promise<string>;
  /** Takes the place of an earlier account of the same person: WeChat keeps one binding for each. Within `LoginHost.withAccounts`. */
  save(account: Account): Promise<void>;
}

const versionName = "accounts-version";
const group = "accounts";
const fileName = "weixin-accounts.json";

/** What is kept for one scan (where it stands, whom it may answer) ends with the next one, even where that brings the same token. */
export const tokenId = ({ token, savedAtMs }: Pick<Account, "token" | "savedAtMs">): string =>
  createHash("sha256").update(`${token}|${savedAtMs}`).digest("hex").slice(0, 16);

/** In Redis, sealed: for several machines. */
function sealedAccounts(store: AdapterStore, secret: string): Accounts {
  const seal = createSeal(secret);
  return {
    async list() {
      const sealed = [...(await store.entries(group)).values()].map((text) => seal.open(text));
      if (sealed.includes(undefined))
        throw new AppError(
          "CONFIG_INVALID",
          "CREDENTIALS_KEY does not open the stored WeChat accounts; set the key they were stored with",
        );
      return sealed.map((text) => accountShape.parse(JSON.parse(text ?? "")));
    },
    version: async () => (await store.get(versionName)) ?? "",
    async save(account) {
      // One field a person, so that a new binding replaces the old one in a single write.
      await store.setEntry(group, account.userId, seal.close(JSON.stringify(account)));
      await store.set(versionName, `${account.savedAtMs}-${tokenId(account)}`);
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** In a file that only this user may read: for one machine. */
function fileAccounts(folder: string): Accounts {
  const path = join(folder, fileName);
  const list = async (): Promise<readonly Account[]> => {
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (isMissing(error)) return "[]";
      throw error;
    });
    const parsed = z.array(accountShape).safeParse(parseOr(text));
    if (!parsed.success)
      throw new AppError("CONFIG_INVALID", `${path} cannot be read; log in again after moving it away`);
    return parsed.data;
  };
  return {
    list,
    async version() {
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? "" : `${found.mtimeMs}-${found.size}-${found.ino}`;
    },
    async save(account) {
      const others = (await list()).filter(({ userId }) => userId !== account.userId);
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify([...others, account], null, 2), { mode: 0o600 });
      await chmod(draft, 0o600);
      await rename(draft, path);
    },
  };
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function openAccounts(
  host: Pick<LoginHost<Pick<WeixinConfig, "CREDENTIALS_KEY">>, "config" | "store" | "dataFolder">,
): Accounts {
  const { CREDENTIALS_KEY: secret } = host.config;
  return secret === undefined ? fileAccounts(host.dataFolder) : sealedAccounts(host.store, secret);
}
