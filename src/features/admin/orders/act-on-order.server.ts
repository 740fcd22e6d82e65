import { evidenceSchema } from '#features/orders/contract.ts';
import { clearAttention, decideDispute, requestEvidence, retryRefund } from '#features/orders/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import { type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput } from '../contract.ts';
import { checkNotTheirs } from './find-order.server.ts';

export interface OrderAnswer extends FormAnswer {
  /** What has happened, as a sentence. */
  done?: string;
}

interface Act {
  platform: Platform;
  orderId: string;
  /** The admin's id. */
  by: string;
  form: FormData;
}

/** Runs the action of an order page's form, by the same use cases as the API. Refuses with their own errors. */
export async function actOnOrder({ platform, orderId, by, form }: Act): Promise<OrderAnswer> {
  const act = text(form, 'act');
  if (act === 'retry') {
    await checkNotTheirs(platform, by, 'send a failed refund again', orderId);
    await retryRefund(platform, { orderId, refundId: text(form, 'refund'), by });
    return { done: 'Refund retried' };
  }
  if (act === 'evidence') {
    const { statement } = parseInput(evidenceSchema, { statement: text(form, 'statement') });
    if (!form.has('confirmed')) throw invalid({ confirmed: 'Confirm that you’ve read the evidence.' });
    await checkNotTheirs(platform, by, 'answer a bank', orderId);
    await requestEvidence(platform, { orderId, chargebackId: text(form, 'chargeback'), by, statement });
    return { done: 'Evidence submitted' };
  }
  if (act !== 'refund' && act !== 'close' && act !== 'clear')
    throw new Response('This page is out of date. Reload it.', { status: 400 });
  const { reason } = parseInput(reasonInput, { reason: text(form, 'reason') });
  if (act === 'clear') {
    await checkNotTheirs(platform, by, 'let an order go on', orderId);
    await clearAttention(platform, { orderId, by, reason });
    return { done: 'Order resumed' };
  }
  await checkNotTheirs(platform, by, 'decide a reported problem', orderId);
  const items = act === 'refund' && form.has('byItem') ? form.getAll('items').map(String) : undefined;
  if (items?.length === 0) throw invalid({ items: 'Select at least 1 card to refund.' });
  await decideDispute(platform, { orderId, by, decision: act, reason, items });
  return {
    done:
      act === 'refund'
        ? 'Buyer refunded. Both members were notified.'
        : 'Problem closed without refund. Both members were notified.',
  };
}
