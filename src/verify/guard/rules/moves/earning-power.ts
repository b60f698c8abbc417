/** 盈利增长, 盈利能力提升: how the earnings went, which the word of growth behind them leaves to them to name. */
import { type Bench, companyAt, metricsNamed, type Part } from "../../bench.ts";
import { textOf } from "../../tokens/token.ts";
import { grewBy } from "./turned-ways.ts";

const said =
  /^盈利(能力|水平|质量)?(?:来看|方面|看)?(?:也|都|均|则|在|正|已|明显|显著|有所|大幅|小幅|持续|进一步|继续|稳步|逐步|略有|不断|得到|,){0,3}(?:(提升|增强|增长|改善|上升|提高|回升|走强|转好|变强|变好|优化|好转|增加)|(承压|转差|下降|减弱|下滑|恶化|走弱|转弱|减少|变弱|变差|回落))(?!预期|多少|率|速|幅|空间|前景|与否|潜力|原因|的?(?:原因|预期|前景|判断|担忧|担心|可能|风险))/;
/** 盈利质量更好, 基本面更好: of what no claim measures. */
const unmeasured =
  /^(?:盈利质量|基本面)(?:来看|方面|看)?(?:也|都|均|则|在|已|明显|显著|有所|整体|,){0,3}(?:[更较变转][好强优佳稳差弱]|向好|改善|优化|恶化|承压|扎实|稳健|稳固|良好|优秀)/;
/** One of these stands in every text that says so. */
const mayBeOf = /盈利|基本面/;
const reach = 24;
const mostWords = 20;

/** Reports such a word unless the growth of the net profit, shown in the text, bears it out. */
export function checkEarningPower(part: Part, bench: Bench): void {
  const { lower, lexicon } = bench.input;
  if (!mayBeOf.test(textOf(part.sentence.tokens, lower))) return;
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const [at, each] of clause.entries()) {
      if (each.kind !== "direction" && each.op !== "盈利" && each.op !== "基") continue;
      const isOf = lower.startsWith("盈利", each.start) || lower.startsWith("基本面", each.start);
      const ahead = isOf ? lower.slice(each.start, each.start + reach) : "";
      const found = unmeasured.exec(ahead) ?? said.exec(ahead);
      if (found === null || ++judged > mostWords) continue;
      const isDenied = clause
        .slice(0, at)
        .some(
          ({ kind, op }) =>
            kind === "negation" || op === "asked" || /^(?:[不没未否若]|如果|假如|一旦)$/.test(op),
        );
      if (isDenied || bench.isFact(clause)) continue;
      if (unmeasured.test(ahead)) {
        bench.report(each, "direction_unsupported");
        continue;
      }
      const metrics =
        found[1] === undefined
          ? lexicon.profits
          : ["净资产收益率", "毛利率"].flatMap((name) => metricsNamed(name, lexicon));
      const sign = found[2] === undefined ? -1 : 1;
      if (grewBy(companyAt(each, part, bench), metrics, bench) !== sign)
        bench.report(each, "direction_unsupported");
    }
}
