import { z } from "zod";

/** One cookie for two ways to the same upstream: Xueqiu itself, and akshare through AKTools (whose value pattern it must fit). */
export const xueqiuToken = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, "must be the bare value of the cookie xq_a_token (letters and digits)")
  .optional();
