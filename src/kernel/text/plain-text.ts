/**
 * What no text of ours may hold: control characters, halves of a surrogate pair, and the two code points that are no
 * characters. XML cannot carry them, and PostgreSQL cannot store all of them. Every text that a person or a program
 * sends is checked with one of these two.
 */
const neverInLine = /[\p{Cc}\ufffe\uffff]/u;
const neverInText = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/u;

/** Whether a text of one line holds only characters that can be shown and stored. */
export const isPlainLine = (text: string): boolean => text.isWellFormed() && !neverInLine.test(text);

/** The same of a text that may have line breaks and tabs. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !neverInText.test(text);

/**
 * The text without what XML 1.0 has no way to write. For writers: what was stored before it was checked, and what comes
 * from elsewhere.
 */
export const withoutUnwritable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: dropping them is the point.
  text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );
