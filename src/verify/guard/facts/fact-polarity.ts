/** What a rule allows and forbids, and whether a sentence says the opposite: 当日可以卖出 of 次一交易日才能卖出, 并非由卖方缴纳. */

const denied =
  /不(?!低于|少于|小于|超过|高于|多于|大于|得|能|可|足|到|同|仅|但|只|论|管)|并非|没有|无(?!论|关)|免(?:予|于|征|收|缴|交|除)|(?<![a-z])(?:not|no|never|without|exempt|neither|nor)(?! (?:less|fewer|lower|more|higher|only|later|earlier) )(?![a-z])|n't(?![a-z])/;
/** True where the text denies something; the words of a bound (不低于) deny nothing. */
export const denies = (text: string): boolean => denied.test(text);

const forbids =
  /不(?:能|得(?!不)|可以?(?!避免|少)|允许|准|许|应)(?!低于|少于|小于|超过|高于|多于|大于|超出)|禁止|严禁|无法|(?<![a-z])(?:(?:can|may|must|shall|should)(?: not|n't)|cannot|not (?:be )?(?:allowed|permitted|able|possible)|prohibit\w*|forbidden)(?! (?:exceed|be (?:less|more|lower|higher|fewer)))(?![a-z])/;
const onlyThen = /才(?!华|智)|方[能可]|只[能可]|(?<![a-z])(?:only|not until|no earlier than)(?![a-z])/;
const allows =
  /可(?!能|转|比|靠|观|见|知|供|用于)|(?<![功智性技可产职节动])能(?!源|力|否|量)|允许|准许|(?<![a-z])(?:can|may|allowed|permitted|able to|free to)(?![a-z])/;
const later =
  /次一?(?:个)?(?:交易)?日|次日|翌日|隔日|隔天|第二(?:个)?(?:交易)?[天日]|下一?个?交易日|(?<![a-z])(?:next|following) (?:trading )?(?:day|session)|(?<![a-z])(?:a|one) (?:trading )?day (?:later|after)|t\+1日/;
const sameDay =
  /当[日天]|即时|立即|立刻|马上|随时|同日|同一(?:个)?(?:交易)?日|(?<![a-z])(?:same(?:-| )(?:trading )?day|today|immediately|at once|at any time|right away)(?![a-z])/;
const boughtThen = /当[日天]买|(?<![a-z])bought (?:today|(?:on )?the same day)/g;
const notBefore = /(?:前|之前|以前)(?!一|[日天])|(?<![a-z])(?:before|until)(?![a-z])/;

interface Leave {
  /** 1 allowed, −1 forbidden, 0 where nothing is said of it. */
  readonly sign: number;
  readonly isOnly: boolean;
}

function leaveOf(text: string): Leave {
  const isOnly = onlyThen.test(text);
  if (forbids.test(text)) return { sign: -1, isOnly };
  return { sign: isOnly || allows.test(text) ? 1 : 0, isOnly };
}

/** 当日可以卖出, 次日也不能卖出: the opposite of what may be done from the next day on only. */
function turnsTime(text: string, { sign }: Leave): boolean {
  if (notBefore.test(text)) return false;
  if (sign > 0) return sameDay.test(text) && !later.test(text);
  return later.test(text) && !sameDay.test(text.replace(boughtThen, ""));
}

/** True where the text allows, forbids or denies anything: told before it is compared with any fact. */
export const saysLeave = (text: string): boolean => denies(text) || leaveOf(text).sign !== 0;

/** True where the text allows what the clause of the fact forbids, or the reverse; `whole` is the whole fact. All are lower-case. */
export function turnsLeave(text: string, fact: string, whole: string): boolean {
  const said = leaveOf(text);
  if (said.sign === 0) return false;
  const own = leaveOf(fact);
  // 不可协商 of 由双方协商
  if (own.sign === 0) return said.sign < 0 && !denies(whole) && leaveOf(whole).sign === 0;
  if (own.isOnly && later.test(fact)) return turnsTime(text, said);
  return own.sign !== said.sign && !own.isOnly && !said.isOnly;
}

const zhFee = /([\u4e00-\u9fff]?)([\u4e00-\u9fff])(?:税(?![方务前后费])|费(?![用率方])|费(?=率))/g;
const joiningHan = /[的其为征缴纳交收免税费付该此扣计按含本各和与及需要由率,]/;
const enFee =
  /(?<![a-z])([a-z]+) (fees?|tax(?:es)?|dut(?:y|ies)|lev(?:y|ies)|commissions?|charges?|tolls?)(?![a-z])/g;
const joiningWord =
  /^(?:the|an?|this|that|its|no|any|of|in|on|pays?|paid|and|or|as|is|are|to|for|by|with|without|such|each|total|their|all)$/;

/** The charges that a text names, each as the spellings of which a fact must hold one: 印花税 as 花税 or 印花. Lower-case. */
export function chargesOf(text: string): readonly (readonly string[])[] {
  const han = [...text.matchAll(zhFee)].flatMap(([whole, first = "", second = ""]) =>
    joiningHan.test(second) ? [] : [[whole.slice(-2), `${first}${second}`]],
  );
  const english = [...text.matchAll(enFee)].flatMap(([, word = ""]) =>
    joiningWord.test(word) ? [] : [[word]],
  );
  return [...han, ...english];
}

/** 过路费, 手续税, a transaction levy: a charge that the fact does not name. */
export const namesOtherCharge = (charges: ReturnType<typeof chargesOf>, fact: string): boolean =>
  charges.some((spellings) => !spellings.some((each) => fact.includes(each)));
