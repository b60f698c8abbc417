import { z } from "zod";
import { defineAdapter } from "#contract";
import { createTerminal, terminalLimits } from "./terminal.ts";

export default defineAdapter({
  platform: "terminal",
  summary: { zh: "本机终端(qianmen ask / chat)", en: "the terminal of this machine (qianmen ask / chat)" },
  settings: { schema: z.object({}), secrets: [] },
  public: false,
  isId: (id) => id === "desk",
  idExample: "desk",
  isOn: () => ({ on: true }),
  create: (host) => createTerminal(host),
  arrival: {
    zh: "在终端里,只有 qianmen chat 开着时才看得到。",
    en: "At the terminal you only see it while qianmen chat is open.",
  },
  limits: terminalLimits,
});
