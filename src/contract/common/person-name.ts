import type { AdapterDefinition } from "../ports/adapter.ts";
import type { Bilingual } from "../records/json.ts";

type Platform = Pick<AdapterDefinition, "platform" | "isId" | "idExample">;

/** A person or a group as the administrator writes it, `<platform>:<id>`; `why` says what no such name has and how one is written. */
export type PersonReading =
  | { readonly ok: true; readonly name: string; readonly platform: string; readonly id: string }
  | { readonly ok: false; readonly why: Bilingual };

const exampleOf = ({ platform, idExample = "<id>" }: Platform): string => `${platform}:${idExample}`;

/**
 * Reads who is meant, by the platforms that are installed and the ids that each can have, so that a name that nobody bears is not taken
 * for somebody's: a block under it would keep nobody out.
 */
export function readPersonName(written: string, platforms: readonly Platform[]): PersonReading {
  const name = written.trim();
  const at = name.indexOf(":");
  const [word, id] = at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
  const platform = platforms.find((each) => each.platform === word);
  if (platform === undefined) {
    const examples = platforms.map(exampleOf).join(", ");
    const known = platforms.map((each) => each.platform).join(", ");
    return at < 0
      ? {
          ok: false,
          why: { zh: `要写成 <平台>:<id>,如 ${examples}。`, en: `Write <platform>:<id>, e.g. ${examples}.` },
        }
      : {
          ok: false,
          why: {
            zh: `没有 ${word} 这个平台,只有 ${known}。`,
            en: `There is no platform ${word}: choose from ${known}.`,
          },
        };
  }
  if (/^[^\s:,]+$/.test(id) && platform.isId?.(id) !== false) return { ok: true, name, platform: word, id };
  const example = exampleOf(platform);
  return {
    ok: false,
    why: {
      zh: `${word} 上不会有这样的 id,要写成 ${example}。`,
      en: `${word} has no such ids: write ${example}.`,
    },
  };
}
