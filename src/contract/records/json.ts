/** What may cross a layer: anything JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export type Language = "zh" | "en";

/** One text in both languages of the product. */
export interface Bilingual {
  readonly zh: string;
  readonly en: string;
}
