import { refusalSentence } from '#features/listings/index.server.ts';
import { orderRefusals } from '../contract.ts';
import { ordersQuotas } from './orders.limits.ts';

const other = 'That was refused. Look at the order and try again.';

/** Sentences that differ between an order and a listing. */
const own: Readonly<Record<string, string>> = {
  [orderRefusals.wrongState]: 'The problem is settled: no photos can be added any more.',
  [orderRefusals.photoQuota]: ordersQuotas.problemPhotos.sentence,
  invalid: `Choose one photo or more, and ${ordersQuotas.problemPhotos.most} at most.`,
};

/** The sentence after a refused form with photos: the URL carries a code and never the sentence. */
export function problemRefusal(code: string | null): string | null {
  if (code === null) return null;
  return own[code] ?? (code === 'refused' ? other : (refusalSentence(code) ?? other));
}
