import type { ScanStep } from "./weixin-types.ts";

interface Code {
  readonly key: string;
  readonly steps: ScanStep[];
  wrongCodes: number;
}

const mostWrongCodes = 3;

/** The way of a login code from the first look to the confirmation. `confirm` makes the account. */
export function createWeixinLogin(confirm: (step: ScanStep) => Readonly<Record<string, unknown>>) {
  const codes = new Map<string, Code>();
  const scripts: (readonly ScanStep[])[] = [];
  let nextCode = 1;

  function look(code: Code, given: string | null): Readonly<Record<string, unknown>> {
    const [step] = code.steps;
    if (step === undefined) return { ret: 0, status: "wait" };
    if (typeof step === "object" && step.status === "need_verifycode") {
      if (given === step.code) {
        code.steps.shift();
        return { ret: 0, status: "scaned" };
      }
      if (given !== null) code.wrongCodes += 1;
      return { ret: 0, status: code.wrongCodes < mostWrongCodes ? step.status : "verify_code_blocked" };
    }
    code.steps.shift();
    if (step === "confirmed" || (typeof step === "object" && step.status === "confirmed"))
      return confirm(step);
    if (typeof step === "object") return { ret: 0, status: step.status, redirect_host: step.redirectHost };
    return { ret: 0, status: step };
  }

  return {
    /** What the phone will do with the next code that is asked for; without a plan it confirms at once. */
    plan: (...steps: readonly ScanStep[]) => void scripts.push(steps),
    issue() {
      const key = `qr-${nextCode++}`;
      codes.set(key, {
        key,
        steps: [...(scripts.shift() ?? (["scaned", "confirmed"] as const))],
        wrongCodes: 0,
      });
      return { ret: 0, qrcode: key, qrcode_img_content: `https://liteapp.weixin.qq.com/q/${key}?bot_type=3` };
    },
    status(key: string, given: string | null) {
      const code = codes.get(key);
      return code === undefined ? { ret: 0, status: "expired" } : look(code, given);
    },
  };
}
