import { z } from "zod";
import { type Bilingual, defineSkill } from "#contract";

const input = z.strictObject({
  disputed: z
    .boolean()
    .optional()
    .describe(
      "True where the message says that the number is another elsewhere: on an app, on the user's own screen.",
    ),
});

const nothingYet: Bilingual = {
  zh: "还没有带数字的回答可以查出处。想知道用了哪些数据源,发送「数据来源有哪些」。",
  en: "There is no answer with numbers yet whose sources I could show. Send “which data sources do you use” for those in use.",
};

const disputes =
  /不对|不准|有误|错|不一样|不同|对不上|不一致|\b(?:wrong|incorrect|different|inaccurate|not what i see)\b|match/i;

/** Said to whoever sees another number elsewhere: the listing has the times to compare. */
const seenElsewhere: Bilingual = {
  zh: "别处看到的数不同,多半是刷新时间、复权方式或口径不同。请按上面的时间和来源对照;我只按数据源给数,不按消息里的数改。",
  en: "Another app may show another number because it refreshes at another time or adjusts prices differently. Please compare by the times and sources above; I go by the sources and do not change a number to one in a message.",
};

/** The listing that `/source` gives, for whoever asks in other words: of the conversation's last answer that showed anything with a source. */
export default defineSkill<z.infer<typeof input>>({
  input,
  async run({ disputed }, { message, session, tools }) {
    const turnIds = [...new Set(session.map(({ turnId }) => turnId))].toReversed();
    if (turnIds.length === 0) return { kind: "text", text: nothingYet };
    const listed = await tools.get_sources({ turn_ids: turnIds });
    if (listed.ok) {
      const { zh, en } = listed.value;
      const isDisputed = disputed === true || disputes.test(message.text);
      const text = isDisputed
        ? { zh: `${zh}\n${seenElsewhere.zh}`, en: `${en}\n${seenElsewhere.en}` }
        : { zh, en };
      return { kind: "text", text };
    }
    const { code } = listed.error;
    return code === "NO_DATA" ? { kind: "text", text: nothingYet } : { kind: "refusal", code };
  },
});
