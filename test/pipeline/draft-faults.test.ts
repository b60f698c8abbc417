import assert from "node:assert/strict";
import { test } from "node:test";
import { draftFaults } from "../../src/pipeline/synthesize/draft-faults.ts";

const instructions =
  "You write the answer of a research assistant. You never type a number.\nOne slot a line.";
const faultsOf = (draft: string): readonly string[] => draftFaults(draft, ["c1", "c2"], instructions);

for (const draft of [
  "{{c1}}\n{{c2}}",
  "查询结果如下:{{c1}},{{c2}}。仅供参考。",
  "Here it is. {{c1}}; {{c2}}.",
  "走势如下。MACD 和均线:{{c1}}。PE 为:{{c2}}。",
])
  test(`a plain draft has no fault: ${draft}`, () => assert.deepEqual(faultsOf(draft), []));

for (const [what, draft, fault] of [
  ["a slot left out", "{{c1}}", "{{c2}} is not used"],
  ["a slot told twice", "{{c1}}\n{{c2}}\n{{c1}}", "{{c1}} is used more than once"],
  ["text without end", `{{c1}}{{c2}}${"供参考。".repeat(100)}`, "too much text"],
  ["a word parted by what is not seen", "{{c1}}{{c2}}建\u200b议\u200b买\u200b入", "a hidden character"],
  ["text turned round", "{{c1}}{{c2}}\u202eabc", "a hidden character"],
  ["a Roman numeral", "{{c1}}{{c2}}ⅯⅯⅮ", "a numeral"],
  ["a host of any ending", "{{c1}}{{c2}}evil.example/路径", "a link"],
  ["a host with a full-width dot", "{{c1}}{{c2}}evil。com", "a link"],
  ["a Chinese host with a full-width dot", "{{c1}}{{c2}}好股票。com", "a link"],
  ["a host in disguise", "{{c1}}{{c2}}hxxp://evil[.]com", "a link"],
  ["its instructions", "{{c1}}{{c2}}\nyou write the  answer of a research assistant", "the instructions"],
] as const)
  test(`a draft with ${what} is refused`, () => assert.deepEqual(faultsOf(draft), [fault]));
