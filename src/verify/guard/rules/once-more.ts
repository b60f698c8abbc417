/** 又跌了1.2%, fell again: that it has done so before is said too, of which the claims must have another day. */
import type { Bench } from "../bench.ts";
import type { BookClaim } from "../claims/claim-book.ts";

const move =
  "(?:[上下]?[涨跌]|走[高低强弱]|上升|下降|回落|反弹|净?流[入出]|净[买卖]|rose|fell|gained|lost|climbed|dropped|rallied|slid|declined|advanced|up|down)";
const onceMore = new RegExp(
  `(?:(?:又|再度|再次)(?:小幅|大幅|微|略|一次|有所)?${move}|(?:继续|接着)(?:小幅|大幅)?[上下]?[涨跌])|(?<![a-z])(?:again|once more) ${move}(?![a-z])|(?<![a-z])${move} (?:[^,.;\\n]|\\.\\d){0,24}?(?:again|once more)(?![a-z])|(?<![a-z])(?:yet )?another (?:(?=\\d)|gain|loss|drop|rise|decline|fall|advance)(?![a-z])`,
  "g",
);
/** 又涨又跌, 会不会再次下跌吗 */
const asks = /^[^,，。;；\n]{0,6}(?:又|吗|[?？])/;
/** What is denied, only possible or asked for: 不代表还会继续涨, whether it will fall again. */
const supposes =
  /[会不未若如能要]|是否|没|(?<![a-z])(?:no|not|cannot|can't|if|will|may|could|might|whether)(?![a-z])/;
const reach = 16;
const mostFound = 20;

/** The claims tell of the measure of a move on more than one day. */
function tellsOfSeveralDays({ book, input: { lexicon } }: Bench): boolean {
  const { changes, flows, priceLike } = lexicon;
  const isMove = ({ claim }: BookClaim): boolean =>
    [...changes.percent, ...changes.amount, ...flows].includes(claim.metric) || priceLike.has(claim.metric);
  return new Set(book.all.filter(isMove).map(({ asOf }) => asOf.day)).size > 1;
}

/** Reports such a move where the claims know of one day only and the user has not said so. */
export function checkOnceMore(bench: Bench): void {
  const { lower, asked, tokens } = bench.input;
  if (!/又|再|继续|接着|again|another|once more/.test(lower)) return;
  const found = [...lower.matchAll(onceMore)].slice(0, mostFound);
  if (found.length === 0 || asked.search(onceMore) >= 0 || tellsOfSeveralDays(bench)) return;
  for (const { 0: words, index } of found) {
    const before =
      lower
        .slice(Math.max(0, index - reach), index)
        .split(/[,，。;；\n]/)
        .at(-1) ?? "";
    const behind = lower.slice(index + words.length, index + words.length + reach);
    if (asks.test(behind) || supposes.test(before + words)) continue;
    const said = tokens.find(({ end }) => end > index);
    if (said !== undefined) bench.report(said, "direction_unsupported");
  }
}
