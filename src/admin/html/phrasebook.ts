import type { Language } from "#contract";

/** What adapters and sources say of themselves in English alone; words that are not here stay as they are. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^set DATA_SOURCES=(\w+), or no data source at all$/, "设 DATA_SOURCES=$1,或一个数据源都不设"],
  [/^write (DATA_SOURCES=\w+): it stands alone$/, "写 $1(只能单独用)"],
  [/\b(?:add|name) (\w+) (?:to|in) DATA_SOURCES\b/, "在 DATA_SOURCES 里写上 $1"],
  [/^set ([A-Z_=a-z-]+) with ([A-Z_]+) and ([A-Z_]+)$/, "设 $1,以及 $2 和 $3"],
  [/^set ([A-Z_=a-z]+)/, "设 $1"],
  [/, then (npm run .+)$/, ",再运行 $1"],
  [/, or (?=在)/, ",或"],
  [/, and (?=在)/, ",再"],
  [/^long polling$/, "长轮询"],
  [/^not started$/, "没有启动"],
  [/^stopped$/, "已停止"],
  [/^not listening$/, "没有在听"],
  [/^connecting$/, "连接中"],
  [/^no account yet: (npm run .+)$/, "还没有账号:$1"],
  [/^(\d+) accounts?\b/, "$1 个账号"],
  [/\b(\d+) must log in again: /, "$1 个要重新登录:"],
  [/\b(\d+) failing \(/, "$1 个出错 ("],
  [/^another process holds the account, standing by$/, "账号由另一个进程使用,这里待命"],
  [/^logged in, (.+)$/, "已登录,$1"],
  [/^scanned, to be confirmed on the phone$/, "已扫码,等手机上确认"],
  [/^login_required$/, "要重新登录"],
];

/** A part's own words about itself, in the reader's language where they are known. */
export const inLanguage = (text: string, language: Language): string =>
  language === "en"
    ? text
    : phrases.reduce((said, [english, chinese]) => said.replace(english, chinese), text);
