import { z } from "zod";
import { defineSkill } from "#contract";

const input = z.object({});

export default defineSkill<z.infer<typeof input>>({
  input,
  run: async () => ({
    kind: "text",
    text: {
      zh: "你好,我是前门,查 A 股数字的助手。告诉我股票名称或代码就行,例如「茅台现在多少钱」。",
      en: "Hello, I am Qianmen and look up A-share numbers. Just send a stock name or code, for example “price of Moutai”.",
    },
  }),
});
