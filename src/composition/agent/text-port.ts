import type { AskedWords, Bilingual, GuardVerdict, MetricRegistry, SlottedClaim } from "#contract";
import {
  amountsInDigits,
  askedIn,
  constant,
  type Directory,
  englishName,
  fillSlots,
  groundOn,
  joinsEarlier,
  languageOf,
  type Mention,
  namesOnly,
  type PhraseView,
  pointsToEarlier,
  printedName,
  readText,
  readUserNumbers,
  renderAged,
  renderCandidates,
} from "#language";
import type { GuardPort, TextPort } from "../../pipeline/ports.ts";
import { firstWall } from "../../verify/first-wall.ts";
import { guard } from "../../verify/guard/guard.ts";

export interface LanguageServices {
  /** The newest directory; it is replaced as a whole when the list of securities is renewed. */
  readonly directory: () => Directory;
  readonly metrics: MetricRegistry;
  /** What the sources say of themselves where they have nothing. */
  readonly noData?: Bilingual;
  readonly madeUp?: NonNullable<TextPort["madeUp"]>;
}

/** An English sentence names a company of another market by its English name; by its code where none is at hand, for the listed one is Chinese. */
const isAbroad = (code: string): boolean => /\.(?:HK|US)$/.test(code);

/** Canonical codes of the companies that are named; ambiguous names give all their candidates. */
const codesOf = (mentions: readonly Mention[]): readonly string[] =>
  mentions.flatMap(({ matches }) => matches.map(({ code }) => code));

/** Binds the language layer's pure functions to the registries, as the pipeline wants them. */
export function createTextPort({ directory, metrics, noData, madeUp }: LanguageServices): TextPort {
  const view = (language: PhraseView["language"]): PhraseView => ({
    language,
    metrics,
    names: directory().names(),
  });
  return {
    languageOf,
    inDigits: amountsInDigits,
    read(message) {
      let known = readText({ ...message, directory: directory() });
      let asked: AskedWords | undefined;
      // A list that is renewed within a turn counts from then on.
      const reading = () => {
        if (known.facts.directory !== directory()) known = readText({ ...message, directory: directory() });
        return known;
      };
      return {
        codes: () => codesOf(reading().mentions()),
        namesOnly: () => namesOnly(message.text, reading().mentions()),
        ground: (plan, takes) => groundOn(reading(), plan, takes),
        asked: () => (asked ??= askedIn(known.folded, known.times(), metrics)),
        numbers: () => known.numbers(),
      };
    },
    leansBack: (text, namesCompany) =>
      namesCompany ? joinsEarlier(text, directory().mentions(text)) : pointsToEarlier(text),
    metric: (id) => (Object.hasOwn(metrics, id) ? metrics[id] : undefined),
    nameOf: (code) => directory().name(code),
    subjectOf(subject, language) {
      const listed = directory();
      const name = listed.name(subject);
      if (name === undefined || language === "zh") return name ?? subject;
      return isAbroad(subject)
        ? (englishName(listed.names()[subject]) ?? subject)
        : `${printedName(listed.names()[subject], "en") ?? name}(${subject})`;
    },
    ...(noData === undefined ? {} : { noData }),
    ...(madeUp === undefined ? {} : { madeUp }),
    userNumbers: readUserNumbers,
    constant: (id) => constant(id),
    fill: (text, slots, language) => fillSlots(text, slots, view(language)),
    aged: (text, slots, language) => renderAged(text, slots, view(language)),
    candidates: (subject, candidates, language) =>
      renderCandidates(subject, candidates, language, directory().names()),
  };
}

/** Binds the two walls of the promise. A text that was just judged with the same claims is not judged again. */
export function createGuardPort({ directory, metrics }: LanguageServices): GuardPort {
  const judged = new WeakMap<
    readonly SlottedClaim[],
    { readonly prose: string; readonly verdict: GuardVerdict }
  >();
  const judge: GuardPort["check"] = ({ prose, slots, language, question, now }) =>
    guard({
      prose,
      claims: slots.map(({ claim }) => claim),
      lang: language,
      user_question: question,
      now,
      names: directory().names(),
      metrics,
    });
  return {
    firstWall(text, slots, language) {
      const codes = new Set(
        slots.flatMap(({ claim }) => (claim.kind === "knowledge" ? [] : [claim.code ?? ""])),
      );
      return firstWall({
        text,
        language,
        codes,
        codesIn: (outside) => codesOf(directory().mentions(outside)),
      });
    },
    check(input) {
      const known = judged.get(input.slots);
      if (known?.prose === input.prose) return known.verdict;
      const verdict = judge(input);
      judged.set(input.slots, { prose: input.prose, verdict });
      return verdict;
    },
  };
}
