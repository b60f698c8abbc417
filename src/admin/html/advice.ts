import type { Bilingual } from "#contract";
import type { HealthLine } from "../ports.ts";

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
  model_key: {
    zh: "模型拒绝了密钥:换一个有效的密钥(qianmen.yaml 里改了即时生效,环境变量要重启)。在此之前由内置规则代替。",
    en: "It refuses the key: put in one that works (at once in qianmen.yaml, in the environment after a restart). Until then the built-in rules stand in.",
  },
  model_name: {
    zh: "地址或模型名不对:检查 MODEL_* 和 *_BASE_URL。在此之前由内置规则代替。",
    en: "Address or model name is wrong: check MODEL_* and *_BASE_URL. Until then the built-in rules stand in.",
  },
  model_address: {
    zh: "这个地址返回的是网页(登录页、代理页),不是模型接口:检查 *_BASE_URL(末尾带版本,如 /v1)。在此之前由内置规则代替。",
    en: "A website answers at this address (a login page, a proxy), no API: check *_BASE_URL (with the version, such as /v1). Until then the built-in rules stand in.",
  },
  model_limit: {
    zh: "额度或余额用完,或调用太频繁:充值、提高额度,或在 MODEL_* 换一个模型。在此之前由内置规则代替。",
    en: "Its quota or balance is used up, or it is asked too often: pay, raise the limit, or name another model in MODEL_*. Until then the built-in rules stand in.",
  },
  BUDGET_USED_UP: {
    zh: "每一轮的预算用尽:调高 BUDGET_*,或换更快的模型。",
    en: "Each turn uses its budget up: raise BUDGET_*, or take a faster model.",
  },
  process_silent: {
    zh: "这个进程停了、卡住或断网:看它的日志,重启它。它接手的消息会由别的进程接着做。",
    en: "It has died, hangs or is cut off: look at its log and start it again. What it had taken up is done by others.",
  },
  no_gateway: {
    zh: "没有进程收发消息:启动 npm start,或 npm start -- --role gateway。收到的消息由平台保管,启动后补收。",
    en: "Nothing takes messages in or sends answers: npm start, or npm start -- --role gateway. The platforms keep what is written meanwhile.",
  },
  no_worker: {
    zh: "没有进程回答问题:启动 npm start,或 npm start -- --role worker。消息已存好,启动后按序回答。",
    en: "Nothing answers: npm start, or npm start -- --role worker. The messages are kept and answered in order then.",
  },
  dead_letters: {
    zh: "平台多次拒收或连不上,已放弃。在「消息」页选「未送达」:看原因,修好后逐段重发,或清空列表。",
    en: "The platform refused them or could not be reached, and they were given up. On the page of turns choose undelivered: read why, mend it, send the parts again, or clear the list.",
  },
  stuck: {
    zh: "处理不过来或卡住:看进程和模型、数据源有没有问题;打开最久的那一条,可以「马上处理」或取消。",
    en: "Too much at once, or something hangs: look at processes, models and sources; open the oldest one, have it done now or cancel it.",
  },
  unreachable: {
    zh: "连不上 Redis:恢复前收不了消息,也答不了。自带的 Redis 会自动重启;用 REDIS_URL 的请启动它或检查地址。",
    en: "Redis does not answer: until it does nothing is taken in or answered. A private one is started again by itself; behind REDIS_URL start it, or check the address.",
  },
  unwritable: {
    zh: "Redis 不接受写入:看内存、磁盘和它的日志;恢复前不会接收新消息。",
    en: "Redis takes no writes: look at memory, disk and its log. Until then no message is taken in.",
  },
  denied: {
    zh: "REDIS_URL 的用户权限不够,收不了消息,也答不了:在那台 Redis 上运行 ACL SETUSER <用户> on ~qm:* &qm:* +@all。",
    en: "The user of REDIS_URL may not do what is needed; nothing is taken in or answered: run ACL SETUSER <user> on ~qm:* &qm:* +@all there.",
  },
  no_channels: {
    zh: "REDIS_URL 的用户不能用频道 qm:*:看不到「正在输入」和进度,/cancel 停不下正在做的。在那台 Redis 上运行 ACL SETUSER <用户> on ~qm:* &qm:* +@all。",
    en: "The user of REDIS_URL may not use the channels qm:*: no typing or progress is shown, and /cancel does not stop what is under way. Run ACL SETUSER <user> on ~qm:* &qm:* +@all there.",
  },
  no_aof: {
    zh: "没有开 AOF,断电或重启会丢消息:设置 appendonly yes。",
    en: "Without its append-only file a restart loses messages: set appendonly yes.",
  },
  no_fsync: {
    zh: "Redis 的 appendfsync 达不到 REDIS_FSYNC 的要求,断电会丢消息:在那台 Redis 上设置 appendfsync。",
    en: "Its appendfsync is weaker than REDIS_FSYNC asks for, so a loss of power loses messages: set appendfsync on that Redis.",
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
