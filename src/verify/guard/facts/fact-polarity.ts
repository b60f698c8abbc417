/** What a rule allows and forbids, and whether a sentence says the opposite: 当日可以卖出 of 次一交易日才能卖出, 并非由卖方缴纳. */

import { matchesOf } from "../tokens/token.ts";

const denied =
  /不(?!低于|少于|小于|超过|高于|多于|大于|得|能|可|足|到|同|一|仅|[宜应会](?:低|少|小|超|高|多|大)|但|只|论|管)|并非|没有|无(?!论|关)|免(?:予|于|征|收|缴|交|除)|(?<![a-z])(?:not|no|none|never|without|exempt|neither|nor)(?! (?:be )?(?:less|fewer|lower|more|higher|only|later|earlier|exceed|longer|greater)(?![a-z]))(?![a-z])|n't(?![a-z])/;
/** True where the text denies something; the words of a bound (不低于) deny nothing. */
export const denies = (text: string): boolean => denied.test(text);

const forbids =
  /不(?:能|得(?!不)|可以?(?!避免|少)|允许|接受|准|许|应)(?!低于|少于|小于|超过|高于|多于|大于|超出)|禁止|严禁|无法|(?<![a-z])(?:(?:can|may|must|shall|should)(?: not|n't)|can(?:no|')t|not (?:be )?(?:allowed|permitted|able|possible)|prohibit\w*|forbidden)(?! (?:exceed|be (?:less|more|lower|higher|fewer)))(?![a-z])/;
const onlyThen = /才(?!华|智)|方[能可]|只[能可]|(?<![a-z])(?:only|not until|no earlier than)(?![a-z])/;
const allows =
  /可(?!能|转|比|靠|观|见|知|供|用于)|(?<![功智性技可产职节动])能(?!源|力|否|量)|允许|接受|准许|(?<![a-z])(?:can|may|allowed|permitted|able to|free to)(?![a-z])/;
const later =
  /次一?(?:个)?(?:交易)?日|次日|翌日|隔日|隔天|明[天日]|第二(?:个)?(?:交易)?[天日]|下一?个?交易日|(?<![a-z])(?:next|following) (?:trading )?(?:day|session)|(?<![a-z])(?:(?:a|one) (?:trading )?day (?:later|after)|tomorrow)|t\+1日/;
const sameDay =
  /[当今][日天]|即时|立即|立刻|马上|随时|同日|同一(?:个)?(?:交易)?日|(?<![a-z])(?:same(?:-| )(?:trading )?day|today|immediately|at once|at any time|right away)(?![a-z])/;
/** What was done before on the day: 当日买入的, bought today. It is no time at which anything is allowed. */
const doneThen =
  /[当今][日天](?:刚|才)?(?:(买)|(卖))(?=[入出进到]?[了的]|[入出进]?(?:股票|份额|后|之后|[当今次明下第]))|(?<![a-z])(?<!be )(?:(bought)|(sold)) (?:it |them |shares |just |earlier )?(?:today|this morning|(?:on )?the same day)(?= (?:can|may|must|and|what|today|tomorrow|until|before|on|the)|[,，。.;；?？]|$)/g;
const notBefore = /(?:前|之前|以前)(?!一|[日天])|(?<![a-z])(?:before|until)(?![a-z])/;

interface Leave {
  /** 1 allowed, −1 forbidden, 0 where nothing is said of it. */
  readonly sign: number;
  readonly isOnly: boolean;
}

/** Whether the text allows or forbids anything. */
export function leaveOf(text: string): Leave {
  const isOnly = onlyThen.test(text);
  if (forbids.test(text)) return { sign: -1, isOnly };
  return { sign: isOnly || allows.test(text) ? 1 : 0, isOnly };
}

const withoutDone = (text: string): string => text.replace(doneThen, "");

/** When the text says that a thing is done: `later` a day or more after, `same` on the day itself; null where it says neither, or both. */
export function timeOf(text: string): "later" | "same" | null {
  const isLater = later.test(text);
  if (isLater === sameDay.test(withoutDone(text))) return null;
  return isLater ? "later" : "same";
}

/** 买入股票的当日: the day is told by what was done on it. */
const dayOfDeed =
  /(?:(买)|卖)[入出进]?(?:了)?(?:该|这只|某只)?(?:股票|股份|份额)?的?(?:当[日天]|同一天)(?![,，]?(?:所得)?资金)/g;

/** What was done on the day, as `buy` or `sell`; empty where the text says it of neither or of both. */
export function doneOf(text: string): "buy" | "sell" | "" {
  const done = new Set([
    ...matchesOf(doneThen, text).map(([, a, , b]) => (a ?? b) !== undefined),
    ...matchesOf(dayOfDeed, text).map(([, bought]) => bought !== undefined),
  ]);
  return done.size !== 1 ? "" : done.has(true) ? "buy" : "sell";
}

/** Of the money that a sale brings, not of the shares. */
export const isOfMoney = (text: string): boolean =>
  /资金|款项|(?<![a-z])(?:proceeds|cash|money)(?![a-z])/.test(text);

/** Selling is allowed, and it is not said of what was bought on an earlier day. */
export const sellsThen = (text: string): boolean =>
  leaveOf(text).sign > 0 &&
  /卖|(?<![a-z])(?:sell|sold)(?![a-z])/.test(text) &&
  !/昨|之前|早前|前一|(?<![a-z])(?:yesterday|previous|earlier|before)/.test(text);

const thenBuys = /才[能可][再以重新]{0,3}买|(?<![a-z])only (?:then )?be bought|(?<![a-z])only buy/;
const thenSells = /才[能可][再以重新]{0,3}卖|(?<![a-z])only (?:then )?be sold|(?<![a-z])only sell/;

/** 当日卖出的股票次日才能买入 of what the rule says of shares that were bought, and of when those may be sold. */
const swapsDeeds = (text: string, fact: string, whole: string): boolean => {
  const [said, own] = [doneOf(text), doneOf(fact) || doneOf(whole)];
  if (said !== "" && own !== "" && said !== own) return true;
  return thenBuys.test(text) && thenSells.test(whole) && !thenBuys.test(whole);
};

/** 当日可以卖出, 次日也不能卖出: the opposite of what may be done from the next day on. */
function turnsTime(text: string, { sign }: Leave, isOnly: boolean): boolean {
  if (notBefore.test(text)) return false;
  if (sign > 0) return timeOf(text) === "same" || (isOnly && sameDay.test(text) && !later.test(text));
  return timeOf(text) === "later";
}

/** True where the text allows, forbids or denies anything: told before it is compared with any fact. */
export const saysLeave = (text: string): boolean => denies(text) || leaveOf(text).sign !== 0;

/** True where the text allows what the clause of the fact forbids, or the reverse; `whole` is the whole fact. All are lower-case. */
export function turnsLeave(text: string, fact: string, whole: string): boolean {
  if (swapsDeeds(text, fact, whole)) return true;
  const said = leaveOf(text);
  if (said.sign === 0) return false;
  const own = leaveOf(fact);
  // 不可协商 of 由双方协商
  if (own.sign === 0) return said.sign < 0 && !denies(whole) && leaveOf(whole).sign === 0;
  if (own.isOnly && later.test(fact)) return turnsTime(text, said, true);
  if (own.sign > 0 && timeOf(fact) === "later" && timeOf(text) !== null) return turnsTime(text, said, false);
  return own.sign !== said.sign && !own.isOnly && !said.isOnly;
}

const zhFee = /([\u4e00-\u9fff]?)([\u4e00-\u9fff])(?:税(?![方务前后费])|费(?![用率方])|费(?=率))/g;
const joiningHan = /[的其为征缴纳交收免税费付该此扣计按含本各和与及需要由率,时后前方者均都只]/;
const enFee =
  /(?<![a-z])([a-z]+) (fees?|tax(?:es)?|dut(?:y|ies)|lev(?:y|ies)|commissions?|charges?|tolls?)(?![a-z])/g;
const joiningWord =
  /^(?:the|an?|this|that|its|no|any|of|in|on|pays?|paid|and|or|as|is|are|to|for|by|with|without|such|each|total|their|all)$/;

/** The charges that a text names, each as the spellings of which a fact must hold one: 印花税 as 花税 or 印花. Lower-case. */
export function chargesOf(text: string): readonly (readonly string[])[] {
  const han = matchesOf(zhFee, text).flatMap(([whole, first = "", second = ""]) =>
    joiningHan.test(second) ? [] : [[whole.slice(-2), `${first}${second}`]],
  );
  const english = matchesOf(enFee, text).flatMap(([, word = ""]) => (joiningWord.test(word) ? [] : [[word]]));
  return [...han, ...english];
}

/** 过路费, 手续税, a transaction levy: a charge that the fact does not name. */
export const namesOtherCharge = (charges: ReturnType<typeof chargesOf>, fact: string): boolean =>
  charges.some((spellings) => !spellings.some((each) => fact.includes(each)));
