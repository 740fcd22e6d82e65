import { refusalSentence } from '#features/listings/index.server.ts';
import { orderRefusals } from '../contract.ts';
import { ordersQuotas } from './orders.limits.ts';

const other = 'The photos weren’t added. Reload the order and try again.';

/** Sentences that differ between an order and a listing. */
const own: Readonly<Record<string, string>> = {
  [orderRefusals.wrongState]: 'The problem is closed, so you can’t add photos.',
  [orderRefusals.photoQuota]: ordersQuotas.problemPhotos.sentence,
  invalid: `Choose 1 to ${ordersQuotas.problemPhotos.most} photos.`,
};

/** The sentence after a refused form with photos: the URL carries a code and never the sentence. */
export function problemRefusal(code: string | null): string | null {
  if (code === null) return null;
  return own[code] ?? (code === 'refused' ? other : (refusalSentence(code) ?? other));
}
