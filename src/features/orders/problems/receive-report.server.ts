import { redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { disputeSchema } from '../contract.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import { disputeOrder } from './dispute-order.server.ts';
import { keepPhotos, problemUpload } from './problem-photos.server.ts';

/**
 * A plain form that reports a problem, with photos if there are any; who may not report is refused before a byte of it
 * is read. A photo that can't be read does not lose the report: the order says why, and photos can be added there.
 */
export async function receiveReport(platform: Platform, actor: Actor, orderId: string, request: Request) {
  const form = new FormData();
  return answerForm(form, ['intent', 'reason', 'text'], async () => {
    form.set('intent', 'dispute');
    const { order } = await getOrderFor(platform.db, actor.id, orderId);
    orderPolicy.check(actor, 'dispute', order);
    const limits = { ...problemUpload, onField: (name: string, value: string) => form.set(name, value) };
    const refused = await receiveUpload(platform, actor.id, request, limits, async (files) => {
      const input = parseInput(disputeSchema, { reason: text(form, 'reason'), text: text(form, 'text') });
      await disputeOrder(platform, actor, orderId, input);
      if (files.length === 0) return null;
      return keepPhotos(platform, actor, orderId, files).then(
        () => null,
        (error: unknown) => {
          if (!isRefusal(error)) throw error;
          return error.code;
        },
      );
    });
    throw redirect(`/orders/${orderId}${refused === null ? '' : `?refused=${encodeURIComponent(refused)}`}#problem`);
  });
}
