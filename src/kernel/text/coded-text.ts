/**
 * A sentence that the app writes is stored as a code with parameters, and made when it is read: a new wording applies
 * to old rows too.
 */
type Texts<Text = unknown> = Readonly<Record<string, (params: never) => Text>>;

/** Stored as jsonb; each sentence declares its own. */
export type TextParams = object;

/** A code of a table of sentences with the parameters that its sentence needs. */
export type Coded<T extends Texts> = {
  [C in keyof T & string]: Parameters<T[C]> extends [infer P] ? { code: C; params: P } : { code: C; params?: null };
}[keyof T & string];

/** The sentence of a stored code; null without a code, and for one that the table does not have. */
export function textOf<Text>(texts: Texts<Text>, code: string | null, params: TextParams | null): Text | null {
  const sentence = code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined;
  return sentence ? sentence((params ?? {}) as never) : null;
}
