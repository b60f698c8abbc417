import type { Bilingual } from "#contract";
import type { HealthLine } from "./ports.ts";

/** What an administrator does about a fault, by its code; by its group where the code says nothing. */
const byFault: Readonly<Record<string, Bilingual>> = {
  login_required: {
    zh: "这个账号要重新扫码登录:在「账号」页连接,或运行 qianmen login。",
    en: "This account must be connected anew: on the page of the accounts, or with qianmen login.",
  },
  SOURCE_DENIED: {
    zh: "数据源拒绝了请求:检查它的令牌和权限(qianmen doctor),改好后重启。",
    en: "It refuses us: check its token and what that may ask (qianmen doctor), then restart.",
  },
  RATE_LIMIT: {
    zh: "问得太频繁,到时间会自动再问;常出现就再开一个数据源,或提高账号的额度。",
    en: "Asked too often; it is asked again by itself. If it comes back, turn on another source or raise the account's limit.",
  },
  SOURCE_DOWN: {
    zh: "连不上或答非所问,会自动再试;检查网络、代理和它的地址(qianmen doctor)。",
    en: "It does not answer, or not as it should; it is tried again by itself. Check network, proxy and address (qianmen doctor).",
  },
  NET_TIMEOUT: {
    zh: "超时,会自动再试;检查网络和代理(qianmen doctor)。",
    en: "It takes too long; it is tried again by itself. Check network and proxy (qianmen doctor).",
  },
  MODEL_DOWN: {
    zh: "模型没有应答,现在由内置规则代替;检查密钥、余额和地址(qianmen doctor)。",
    en: "The model does not answer and the built-in rules stand in: check key, balance and address (qianmen doctor).",
  },
  BUDGET_USED_UP: {
    zh: "每一轮的预算用尽:调高 BUDGET_*,或换更快的模型。",
    en: "Each turn uses its budget up: raise BUDGET_*, or take a faster model.",
  },
  unwritable: {
    zh: "Redis 不接受写入:看内存、磁盘和它的日志;恢复前不会接收新消息。",
    en: "Redis takes no writes: look at memory, disk and its log. Until then no message is taken in.",
  },
  no_aof: {
    zh: "没有开 AOF,断电或重启会丢消息:设置 appendonly yes。",
    en: "Without its append-only file a restart loses messages: set appendonly yes.",
  },
  eviction: {
    zh: "内存满时会丢任务:设置 maxmemory-policy noeviction。",
    en: "It drops jobs when memory is full: set maxmemory-policy noeviction.",
  },
};

const byGroup: Readonly<Partial<Record<HealthLine["group"], Bilingual>>> = {
  adapters: {
    zh: "会自动重连;一直不好就检查令牌、网络和代理(qianmen doctor)。",
    en: "It reconnects by itself; if it stays, check token, network and proxy (qianmen doctor).",
  },
  sources: {
    zh: "会自动再问;一直不好就运行 qianmen doctor。",
    en: "It is asked again by itself; if it stays, run qianmen doctor.",
  },
  models: {
    zh: "看最近失败的消息,再运行 qianmen doctor。",
    en: "Look at the newest failed turns, then run qianmen doctor.",
  },
};

/** Undefined where nothing is at fault. */
export function adviceOn({ group, ok, fault }: HealthLine): Bilingual | undefined {
  if (ok !== false) return undefined;
  const own = fault !== undefined && Object.hasOwn(byFault, fault) ? byFault[fault] : undefined;
  return own ?? byGroup[group];
}
