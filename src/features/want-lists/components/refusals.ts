import { scanSentences } from '#platform/scan/scan.ts';
import { listRefusals } from '../contract.ts';

const unreadable = 'unreadable_file';

/** Error messages for a file that a form without script sent; the address carries the code only. */
const sentences: Readonly<Record<string, string>> = {
  [unreadable]: 'The file is no list of cards that can be read. Paste it below to read what is wrong with it.',
  [listRefusals.tooLarge]: 'A list of cards may have at most 1 MB. Send it in parts.',
  ...scanSentences,
  too_many_requests: 'You have brought very many files this hour. Try again later.',
};

export const refusalCodeOf = (code: string): string => (Object.hasOwn(sentences, code) ? code : unreadable);
export const refusalSentenceOf = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
