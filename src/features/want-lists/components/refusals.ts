import { scanSentences } from '#platform/scan/scan.ts';
import { listRefusals } from '../contract.ts';

const unreadable = 'unreadable_file';

/** Error messages for a file that a form without script sent; the address carries the code only. */
const sentences: Readonly<Record<string, string>> = {
  [unreadable]: 'Couldn’t read this file. Paste its text to see the problem.',
  [listRefusals.tooLarge]: 'This card list is larger than 1 MB. Import it in parts.',
  ...scanSentences,
  too_many_requests: 'You can import 60 card lists an hour. Try again later.',
};

export const refusalCodeOf = (code: string): string => (Object.hasOwn(sentences, code) ? code : unreadable);
export const refusalSentenceOf = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
