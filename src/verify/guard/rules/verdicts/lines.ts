/** 5日均线提供支撑, capped by its MA20, 以最高价收盘: on which side of a level the price stands, told without comparing the two. */

import { type Bench, metricsNamed, onlyNamed, reportAt } from "../../bench.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";
import { around, clauseBorder, firstFrom, isUnsaid, namedIn, tokensAround } from "./reach.ts";
import { above } from "./scales.ts";

/** What lies below the price bears it, what lies above it weighs on it. */
const below = rare(
  /支撑|获撑|(?:在|踩在)脚下|背靠|托底|地板|(?<![a-z])(?:support at|underfoot|as a floor|supported by|support from|holding (?:above )?(?:its|the)|clear of|on the right side of|just above|comfortably above)(?![a-z])/g,
);
const over = rare(
  /压力|阻力|压制|压着|天花板|高悬|有待(?:收复|突破|站上|站回)|(?:需要?|尚需|还需|等待)先?(?:突破|收复|站上|站回)|上方的?(?=\d{1,3}日均线|ma\d)|(?<![a-z])(?:resistance at|as a ceiling|capped by|(?:needing|needs|yet) to (?:reclaim|retake|regain)|overhead|rejected at|just under|just below|on the wrong side of)(?![a-z])/g,
);
/** 跌破5日均线支撑: the level has changed its side. */
const crossed =
  /跌破|失守|跌穿|失去|未能守|[已经]突破|突破了|冲破|(?<!待|先|要|需)站上|转为|变成|(?<![a-z])(?:broke|broken|breaking|lost|losing|cleared)(?![a-z])/;

const highest = rare(
  /以(?:全天|当日|当天|日内)?最高价收盘|收(?:于|在)(?:全天|日内|当日|当天)?最高(?:点|价)|(?<![a-z])(?:(?<=(?:, | at | near | on ))the (?:day's|session's) high|(?:its|the) high of the (?:day|session)|(?:at|near) (?:the |its )?(?:session|day|intraday) high|closing high|top of (?:its|the) (?:daily|day's|intraday) range)(?![a-z])/g,
);
const lowest = rare(
  /以(?:全天|当日|当天|日内)?最低价收盘|收(?:于|在)(?:全天|日内|当日|当天)?最低(?:点|价)|(?<![a-z])(?:(?<=(?:, | at | near | on ))the (?:day's|session's) low|(?:its|the) low of the (?:day|session)|(?:at|near) (?:the |its )?(?:session|day|intraday) low|bottom of (?:its|the) (?:daily|day's|intraday) range)(?![a-z])/g,
);
const shadows = rare(/(?:长|带|留|收出?)(?:有|了|下)?(?:较?长的?)?[上下]影线?/g);

/** The company named last before the place, else the one that the text is of. */
function ownerAt(place: number, bench: Bench): string | null {
  const named = namedIn(bench.input.tokens);
  return named[firstFrom(named, place) - 1]?.op ?? onlyNamed(bench) ?? bench.book.only;
}

function checkAverages(words: RareWords, sign: number, bench: Bench): void {
  const { lower, lexicon } = bench.input;
  for (const { 0: said, index } of words.all(lower)) {
    const end = index + said.length;
    const levels = tokensAround(bench.input, index, end, clauseBorder).flatMap(({ kind, metrics }) =>
      kind === "metric" ? metrics.filter((id) => lexicon.averages.includes(id)) : [],
    );
    const [from, to] = around(lower, index, end, clauseBorder);
    if (levels.length === 0 || crossed.test(lower.slice(from, to)) || isUnsaid(lower, index, end)) continue;
    const owner = ownerAt(end, bench);
    if (levels.some((level) => above(owner, [level], bench).some((each) => Math.sign(each) === -sign)))
      reportAt(bench, index, "comparison_false");
  }
}

function checkRange(words: RareWords, name: string | null, bench: Bench): void {
  const { lower, lexicon } = bench.input;
  for (const { 0: said, index } of words.all(lower)) {
    const end = index + said.length;
    const ends = name === null ? [] : above(ownerAt(end, bench), metricsNamed(name, lexicon), bench);
    const isShown = tokensAround(bench.input, index, end, clauseBorder).some(
      ({ kind, start }) => kind === "number" && start > end,
    );
    if (isShown || isUnsaid(lower, index, end)) continue;
    if (ends.length === 0 || ends.some((each) => each !== 0)) reportAt(bench, index, "comparison_false");
  }
}

/** Reports such remarks that the claims contradict, and ends of the day's range that no claim gives. */
export function checkLines(bench: Bench): void {
  checkAverages(below, 1, bench);
  checkAverages(over, -1, bench);
  checkRange(highest, "最高价", bench);
  checkRange(lowest, "最低价", bench);
  checkRange(shadows, null, bench);
}
