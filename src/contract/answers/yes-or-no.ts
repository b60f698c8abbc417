import type { TemplateInput } from "../ports/skill.ts";
import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { draftBy } from "./lines-by-company.ts";

/** What stands in front of the values that an answer to a yes-or-no question rests on. */
export const yesOrNo = {
  yes: { zh: "是:", en: "Yes: " },
  no: { zh: "没有:", en: "No: " },
  notSo: { zh: "不是:", en: "No: " },
  notNow: { zh: "现在没有:", en: "Not now: " },
} as const satisfies Record<string, Bilingual>;

/** Words by which a message wants yes or no: 破净了吗, 是不是超买, has it. */
export const asksWhether = (text: string): boolean =>
  /[吗嗎没沒么嘛?？]|有没有|有沒有|是不是|是否|^(?:so |and )?(?:is|has|have|do|does|did|was|are) |\b(?:and|so) (?:is|has|does|did|was|are|do|have) (?:it|they|that|this) /i.test(
    text,
  );

/** The template's text behind yes or no. */
export function ledBy(
  lead: Bilingual,
  claims: readonly Claim[],
  template: (view: TemplateInput) => string,
): Bilingual {
  const { zh, en } = draftBy(claims, template);
  return { zh: `${lead.zh}${zh}`, en: `${lead.en}${en}` };
}
