import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Text in a third to a tenth of its size, as text again (base64), for what is written once and seldom read. */
export const pack = (text: string): string => deflateRawSync(text).toString("base64");

/** What `pack` was given. Throws for anything else. */
export const unpack = (packed: string): string => inflateRawSync(Buffer.from(packed, "base64")).toString();
