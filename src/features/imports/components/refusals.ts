import { scanSentences } from '#platform/scan/scan.ts';
import { importRefusals } from '../contract.ts';
import { importSizes } from '../model/import.process.ts';

/** Error messages for a file that a form without script sent; the address carries the code only. */
const sentences: Readonly<Record<string, string>> = {
  [importRefusals.premiumOnly]: 'Bringing your stock as a file is a part of premium.',
  [importRefusals.unreadable]:
    'The file is no export that is known here. Paste it below to read what is wrong with it.',
  ...scanSentences,
  [importRefusals.tooLarge]: `The file may have at most ${importSizes.file}. Send it in parts.`,
};

export const refusalCodeOf = (code: string): string =>
  Object.hasOwn(sentences, code) ? code : importRefusals.unreadable;
export const refusalSentenceOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
