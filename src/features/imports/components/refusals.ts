import { scanSentences } from '#platform/scan/scan.ts';
import { importRefusals } from '../contract.ts';
import { importSizes } from '../model/import.process.ts';

/** Error messages for a file that a form without script sent; the address carries the code only. */
const sentences: Readonly<Record<string, string>> = {
  [importRefusals.premiumOnly]: 'Importing files is part of Premium.',
  [importRefusals.unreadable]: 'We don’t recognize this file. Paste its contents below to see the problem.',
  ...scanSentences,
  [importRefusals.tooLarge]: `The file is larger than ${importSizes.file}. Split it into smaller files.`,
};

export const refusalCodeOf = (code: string): string =>
  Object.hasOwn(sentences, code) ? code : importRefusals.unreadable;
export const refusalSentenceOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
