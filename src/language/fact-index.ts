import type { Bilingual } from "#contract";
import { amountsInDigits } from "./amounts-in-digits.ts";
import { fold } from "./fold.ts";

/** A registered fact, as far as finding it goes. */
export interface FactEntry {
  readonly id: string;
  readonly statement: Bilingual;
  /** What it is about, as people call it. Without any it is found by its own words. */
  readonly words?: { readonly zh: readonly string[]; readonly en: readonly string[] } | undefined;
}

/** Finds the facts that answer a question: their ids in the registry's order, all of them equally near; none where none is near. */
export type FindFacts = (question: string) => readonly string[];

/** Words that ask, join or are true of every fact of this registry; longest first. */
const frames =
  /变成|变为|改成|老师|时候|的话|具体|详细|谢谢|麻烦|这个|那个|就是|还有|给我|讲讲|说说|讲一下|说一下|聊聊|什么是|是什么意思|是什么|什么叫|什么意思|什么概念|什么时候|什么|是多少|多少|怎么样|怎么算|怎么看|怎么|如何|怎样|为什么|为何|为啥|啥是|啥意思|啥叫|含义|定义|概念|计算方法|计算公式|计算|算法|公式|解释一下|解释|介绍一下|介绍|科普一下|科普|一下|请问|帮我|告诉我|我想知道|想知道|知道|现在的|现在|目前|最新|今年|今天|今日|明天|每天|规则|规定|制度|机制|标准|要求|条件|原理|限制|幅度|比例|时间|几点到几点|几点|区别|差别|不同|分别|到底|究竟|一般|通常|有没有|是不是|能不能|可不可以|要不要|需要|可以|应该|哪些|哪个|哪天|何时|收取|收费|征收|要交|缴纳|交多少|收多少|意味着|代表|说明|指的是|用来|作用|有什么用|a股|沪深|股票|股市|市场|中国|国内|大陆|投资者|交易所|交易|买入|卖出|买卖|最晚|最早|截止|期限|之前|以内/g;
/** Single characters that mean nothing of their own; taken out last, so that no name is cut in two. */
const particles = /[啥请我你的了掉吗呢啊呀吧么是有和与跟及或在要会能多少几点收交买卖算叫指对吃]/g;
const englishFrames =
  /^(?:what|whats|is|are|was|the|an?|of|in|on|at|for|to|and|or|how|do|does|did|when|where|which|who|why|much|many|long|i|you|we|me|my|it|its|this|that|please|tell|explain|define|definition|meaning|means?|stands?|calculate[ds]?|computed?|compute|formula|rules?|works?|working|there|have|has|can|could|must|should|be|been|by|with|from|about|current|currently|now|today|a-?shares?|shares?|stocks?|chinese|china|market|markets|exchange|trading|traded|trade|trades|rate|limit|s)$/;

const han = /\p{Script=Han}/u;

/** A message comes with its amounts in digits; what is registered is read in the same way. */
const normal = (text: string): string =>
  amountsInDigits(fold(text).text)
    .replaceAll(/[\s‐-―-]+/gu, " ")
    .trim();

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** One expression for many words, longest first; a Latin word does not begin or end inside another one. */
function anyOf(words: readonly string[]): RegExp | null {
  const parts = [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map((word) => {
      const before = /^[a-z0-9]/.test(word) ? "(?<![a-z0-9])" : "";
      const after = /[a-z0-9]$/.test(word) ? "(?![a-z0-9])" : "";
      return `${before}${escaped(word)}${after}`;
    });
  return parts.length === 0 ? null : new RegExp(parts.join("|"), "g");
}

/** What is left of a Han stretch when everything that the fact itself says is taken out, two characters at least. */
function withoutSaid(run: string, said: string): { readonly rest: string; readonly covered: number } {
  let rest = "";
  let covered = 0;
  for (let at = 0; at < run.length; ) {
    let length = 0;
    while (at + length < run.length && said.includes(run.slice(at, at + length + 1))) length++;
    if (length >= 2) covered += length;
    else rest += run.charAt(at);
    at += length >= 2 ? length : 1;
  }
  return { rest, covered };
}

/** A stretch of the question: what the fact is about, what another fact is about, or anything else. */
interface Piece {
  readonly text: string;
  readonly kind: "subject" | "other" | "plain";
}

const plainPieces = (text: string): Piece[] =>
  (text.replaceAll(frames, "").match(/\p{Script=Han}+|[a-z0-9][a-z0-9.+&/%']*|[^\s\p{L}\p{N}]+/gu) ?? []).map(
    (each) => ({ text: each, kind: "plain" }),
  );

interface Known {
  readonly id: string;
  /** Everything that the fact says, and its words. */
  readonly said: string;
  readonly saidWords: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

function knownOf({ id, statement, words }: FactEntry): Known {
  const names = [...(words?.zh ?? []), ...(words?.en ?? [])].map(normal);
  const said = [statement.zh, statement.en, ...names].map(normal).join(" ");
  return { id, said, saidWords: new Set(said.split(/[^a-z0-9.+&/%']+/)), subjects: new Set(names) };
}

/** Stretches that name the subject of some fact, longest first, and what stands between them. */
function cut(question: string, anySubject: RegExp | null, subjects: ReadonlySet<string>): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of anySubject === null ? [] : question.matchAll(anySubject)) {
    pieces.push(...plainPieces(question.slice(end, match.index)));
    pieces.push({ text: match[0], kind: subjects.has(match[0]) ? "subject" : "other" });
    end = match.index + match[0].length;
  }
  return [...pieces, ...plainPieces(question.slice(end))];
}

/** How much of the question the fact is about; 0 where it is about something else, or about more than the fact says. */
function nearness(pieces: readonly Piece[], { said, saidWords }: Known): number {
  let named = 0;
  let covered = 0;
  let foreign = 0;
  for (const [index, { text, kind }] of pieces.entries()) {
    if (kind === "subject") named += text.length;
    else if (kind === "other") covered += said.includes(text) ? text.length : 0;
    else if (/[\p{L}\p{N}]/u.test(text) && !englishFrames.test(text)) {
      const isSaid = saidWords.has(text);
      const left = han.test(text)
        ? withoutSaid(text, said)
        : { rest: isSaid ? "" : text, covered: isSaid ? text.length : 0 };
      const rest = left.rest.replaceAll(particles, "");
      covered += left.covered;
      foreign += rest.length;
      // 动态市盈率, forward P/E: a word before the subject that the fact does not say makes it another one.
      if (rest !== "" && pieces[index + 1]?.kind === "subject") return 0;
    }
  }
  return 3 * foreign >= 2 * (named + covered) ? 0 : 2 * named + covered;
}

/** Builds the search over all registered facts. Deterministic: words only, no model. */
export function createFactIndex(facts: Iterable<FactEntry>): FindFacts {
  const known = [...facts].map(knownOf);
  const anySubject = anyOf(known.flatMap(({ subjects }) => [...subjects]));
  return function findFacts(raw) {
    const question = normal(raw);
    const near = known.flatMap((fact) => {
      const pieces = cut(question, anySubject, fact.subjects);
      const isNamed = fact.subjects.size === 0 || pieces.some(({ kind }) => kind === "subject");
      const score = isNamed ? nearness(pieces, fact) : 0;
      return score === 0 ? [] : [{ id: fact.id, score }];
    });
    const best = Math.max(...near.map(({ score }) => score));
    return near.filter(({ score }) => score === best).map(({ id }) => id);
  };
}
