import { z } from "zod";
import { type Bilingual, defineSkill } from "#contract";

const input = z.strictObject({});

const nothingYet: Bilingual = {
  zh: "还没有带数字的回答可以查出处。想知道用了哪些数据源,发送「数据来源有哪些」。",
  en: "There is no answer with numbers yet whose sources I could show. Send “which data sources do you use” for those in use.",
};

/** The listing that `/source` gives, for whoever asks in other words: of the conversation's last answer that showed anything with a source. */
export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { session, tools }) {
    const turnIds = [...new Set(session.map(({ turnId }) => turnId))].toReversed();
    if (turnIds.length === 0) return { kind: "text", text: nothingYet };
    const listed = await tools.get_sources({ turn_ids: turnIds });
    if (listed.ok) return { kind: "text", text: listed.value };
    const { code } = listed.error;
    return code === "NO_DATA" ? { kind: "text", text: nothingYet } : { kind: "refusal", code };
  },
});
