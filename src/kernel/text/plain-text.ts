/**
 * Characters that no stored text may contain: control characters, unpaired surrogates, and the two noncharacters. XML
 * cannot contain them, and PostgreSQL cannot store all of them. All input is validated with one of these two.
 */
const neverInLine = /[\p{Cc}\ufffe\uffff]/u;
const neverInText = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/u;

/** Whether a single-line text has only printable characters that can be stored. */
export const isPlainLine = (text: string): boolean => text.isWellFormed() && !neverInLine.test(text);

/** The same for a text with line breaks and tabs. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !neverInText.test(text);

/**
 * Removes the characters that XML 1.0 does not allow. For output: of texts that were stored before validation, and of
 * external texts.
 */
export const withoutUnwritable = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: dropping them is the point.
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );
