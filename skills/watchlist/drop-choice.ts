import type { AlertRule, KeptReminder, SkillContext } from "#contract";
import { isOfPrice } from "./alert-rules.ts";
import { levelsIn } from "./alert-words.ts";
import { dayTimesIn } from "./day-times.ts";
import { topicsIn } from "./digest-words.ts";
import { placesIn } from "./list-places.ts";
import type { KeptAlert, KeptDigest } from "./shelf.ts";
import type { Listed } from "./texts.ts";

/** What a message says of the reminders to be taken off. */
export interface DropWords {
  readonly text: string;
  /** Its clauses that have something taken off. */
  readonly clauses: readonly string[];
  readonly companies: readonly Listed[];
  /** Codes of companies of which the message may mean one. */
  readonly candidates: readonly string[];
  /** What was read as a company's name, as it stands in the message. */
  readonly queries: readonly string[];
  /** True where something is named that has no alerts: a foreign company, an index. */
  readonly namesOther: boolean;
  readonly numbersOf: SkillContext["numbersOf"];
}

const digestNoun = /日报|日報|\bdigests?\b/i;
const daily =
  /每个?(?:交易日|工作日)|每[天日早晚周月]|天天|定[时時]|\bdaily\b|\b(?:every|each) (?:trading |business |week)?(?:day|morning|evening|afternoon|night)\b/i;
const bothNouns =
  /(?:提醒|预警|預警)(?:和|与|與|及|跟|、|以及)[^,。]{0,4}日[报報]|日[报報](?:和|与|與|及|跟|、|以及)[^,。]{0,4}(?:提醒|预警|預警)|\balerts?(?: and|,) (?:all )?(?:the |my )?digests?|\bdigests?(?: and|,) (?:all )?(?:the |my )?alerts?/i;
const everything = /所有|全部|都|清空|\ball\b|everything|\bboth\b|clear/i;
/** 除了茅台都取消: what is named is what is kept. */
const spares =
  /除了|除开|除開|以外|之外|保留|留下|留着|只留|只要|\b(?:except|but not|keep|other than|besides|apart from)\b/i;

const falls = /跌|低于|低於|下破|\b(?:falls?|falling|below|under|down)\b/i;
const rises = /涨|漲|高于|高於|突破|\b(?:rises?|rising|above|up)\b/i;
const downSides: readonly AlertRule["side"][] = ["below", "down"];
const upSides: readonly AlertRule["side"][] = ["above", "up"];

/** The sides that the words leave: 涨跌 names the change either way. */
function sidesIn(text: string): readonly AlertRule["side"][] | null {
  const [isDown, isUp] = [falls.test(text), rises.test(text)];
  if (/[涨漲]跌/.test(text)) return ["move", ...downSides, ...upSides];
  return isDown === isUp ? null : isDown ? downSides : upSides;
}

/** The levels that are named; 360 in a company's name is none. */
const levelsOf = ({ text, queries, numbersOf }: DropWords) =>
  levelsIn(text, numbersOf).filter(
    ({ literal }) => !queries.some((query) => text.includes(query) && query.includes(literal)),
  );

/** The alerts that are named; undefined where none are spoken of, null where it is not clear which. */
function alertsMeant(
  { text, companies, candidates, namesOther }: DropWords,
  levels: ReturnType<typeof levelsOf>,
  alerts: readonly KeptAlert[],
): readonly KeptAlert[] | null | undefined {
  const has = (code: string) => alerts.some(({ rule }) => rule.code === code);
  const possible = companies.length > 0 ? [] : candidates.filter(has);
  const isNamed = companies.length + candidates.length > 0 || namesOther;
  const codes = [...companies.map(({ code }) => code), ...possible];
  const sides = sidesIn(text);
  if (!isNamed && levels.length === 0 && sides === null) return undefined;
  const fits = ({ rule }: KeptAlert) =>
    (!isNamed || codes.includes(rule.code)) &&
    (sides === null || sides.includes(rule.side)) &&
    (levels.length === 0 ||
      levels.some(
        ({ level, unit }) =>
          Number(level) === Number(rule.level) && (unit === null || (unit === "CNY") === isOfPrice(rule)),
      ));
  const found = alerts.filter(fits);
  const owners = new Set(found.map(({ rule }) => rule.code));
  const isOpen = possible.length > 1 || (!isNamed && owners.size > 1 && !everything.test(text));
  return isOpen ? null : found;
}

const fillers =
  /取消|[删刪](?:除|掉|了)?|停(?:止|掉|了|用)?|[关關](?:掉|了|闭|閉)?|去掉|清空|退[订訂]|不要|不用|[别別]|不想|[发發]送?|推送?|收到?|日[报報]|提醒|每(?:天|日|早|晚|个?(?:交易日|工作日))|天天|定[时時]|所有|全部|一下|那[个個条條]|[这這][个個条條]|以后|的|了|吧|[请請]|[帮幫给給]我|我|你|把|再|都|和|掉|它|\b(?:cancel|delete|remove|stop|disable|unsubscribe|clear|turn|off|from|the|my|all|daily|digests?|alerts?|every|each|trading|day|morning|evening|afternoon|night|sending|send|don'?t|do|not|want|me|please|any|more|again|it|that|this|of|for|about|at|no|to|and|with|i|us|get|rid|both|can|you)\b/gi;

/** 取消1500, read as a name, is a level of what there is to be canceled. */
export const isLevelAlone = (query: string): boolean =>
  /^[\d.,]{1,6}(?:元|块|塊|%|yuan)?$/.test(query.replace(fillers, "").trim()) && !/^\d{6}$/.test(query);

/** The digests that are named; null where it is not clear which. */
function digestsMeant(said: DropWords, digests: readonly KeptDigest[]): readonly KeptDigest[] | null {
  const { text, clauses, companies, queries } = said;
  const times = dayTimesIn(text).toReversed();
  const at = times.map((time) => time.at);
  const ofTime = at.length === 0 ? digests : digests.filter((each) => at.includes(each.at));
  const named = [...queries, ...companies.flatMap(({ name }) => [name.zh, name.en])];
  const cut = times.reduce(
    (rest, { start, end }) => rest.replace(text.slice(start, end), " "),
    clauses.join(" "),
  );
  const rest = cut.replace(fillers, " ").trim();
  const isSaid = /[\p{L}\p{N}]{2}/u.test(rest);
  const topics = topicsIn(text, named.length > 0).map(({ topic }) => topic);
  if (topics.length > 0)
    return ofTime.filter(({ topic = "" }) => topic.split("+").some((each) => topics.includes(each)));
  if (named.length === 0 && (at.length > 0 || !isSaid)) return ofTime;
  const words = [...named, ...(isSaid ? [rest] : [])].map((word) => word.toLowerCase());
  const found = ofTime.filter((each) => words.some((word) => each.text.toLowerCase().includes(word)));
  const isKnown = named.length > 0 && ofTime.every(({ topic }) => topic !== undefined);
  return found.length > 0 || isKnown ? found : null;
}

/** Which of the reminders a message takes off: by their place, their company, level or side, their time or question; null where it does not say. */
export function meant(said: DropWords, reminders: readonly KeptReminder[]): readonly KeptReminder[] | null {
  const { text } = said;
  if (spares.test(text)) return null;
  const alerts = reminders.filter((each) => each.kind === "alert");
  const digests = reminders.filter((each) => each.kind === "digest");
  const isOfDigests = digestNoun.test(text) || daily.test(text) || dayTimesIn(text).length > 0;
  const places = placesIn(text, reminders.length);
  const levels = places.length > 0 ? [] : levelsOf(said);
  const isOfAlerts = !isOfDigests || bothNouns.test(text) || levels.length > 0;
  const named = isOfAlerts ? alertsMeant(said, levels, alerts) : undefined;
  if (places.length > 0) {
    const among: readonly KeptReminder[] = digestNoun.test(text) ? digests : (named ?? reminders);
    // 第1个日报 behind alerts is the first digest.
    const found = places.map((place) => {
      const listed = reminders[place];
      return listed !== undefined && among.includes(listed) ? listed : among[place];
    });
    const known = found.filter((each) => each !== undefined);
    return known.length === found.length ? known : known.length === 0 ? [] : null;
  }
  if (named === null) return null;
  if (isOfDigests) {
    // 茅台1200的提醒和15:30的日报: the company is the alert's.
    const sent = digestsMeant(named === undefined ? said : { ...said, companies: [], queries: [] }, digests);
    if (sent === null) return null;
    return named === undefined && bothNouns.test(text) ? [...alerts, ...sent] : [...(named ?? []), ...sent];
  }
  if (named !== undefined) return named;
  if (everything.test(text)) return reminders;
  return reminders.length === 1 ? reminders : null;
}
