/** Fields that hold uint64 as bare numbers, above what a double can tell apart. */
const idFields: ReadonlySet<string> = new Set(["message_id", "msg_id", "svr_id"]);

/** `JSON.parse` hands its reviver the source text of a number; TypeScript does not know yet. */
type ExactReviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const keepIds: ExactReviver = (key, value, context) =>
  typeof value === "number" && idFields.has(key) ? (context?.source ?? String(value)) : value;

/** JSON with ids as the decimal text that stands in it. Throws SyntaxError for what is no JSON. */
export const parseExactly = (text: string): unknown => JSON.parse(text, keepIds);
