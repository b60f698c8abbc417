import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether the two are equal; takes the same time wherever they differ. Nothing equals an empty secret. */
export const sameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret)) && secret !== "";

/** A seal over a text that only who has the key can make; URL-safe. */
export const seal = (key: string, purpose: string, text: string): string =>
  createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url");
