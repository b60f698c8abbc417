/**
 * A reasoning model's answer without the thoughts that some servers put before it as `<think>…</think>`; they are no part of the answer and
 * are neither shown nor kept. Thoughts that never end leave nothing: a model cut in its thoughts has given no answer.
 */
export function withoutThoughts(text: string): string {
  if (!text.trimStart().startsWith("<think>")) return text;
  const end = text.indexOf("</think>");
  return end === -1 ? "" : text.slice(end + "</think>".length).trimStart();
}
