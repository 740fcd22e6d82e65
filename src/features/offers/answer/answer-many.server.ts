import { invalid, isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { DeclineInput } from '../contract.ts';
import { offerLimits } from '../model/offer.rules.ts';
import { findOffersFor } from '../queries/offers.queries.server.ts';
import { declineOffer, withdrawOffer } from './answer-offer.server.ts';

export interface AnsweredMany {
  done: number;
  /** How many of the done ones notified the other side. */
  told: number;
  /** The others, each with the reason. */
  refused: { id: string; title: string; message: string }[];
}

/**
 * Answers several offers alike, each by its own rules and in a write of its own: what refuses one leaves the others
 * answered. Refuses none, and too many (422).
 */
export async function answerMany(
  platform: Platform,
  actor: Actor,
  verb: 'decline' | 'withdraw',
  offerIds: readonly string[],
  input: DeclineInput,
): Promise<AnsweredMany> {
  const ids = [...new Set(offerIds)];
  if (ids.length === 0) throw invalid({ ids: 'Select at least 1 offer.' });
  if (ids.length > offerLimits.answeredAtOnce)
    throw invalid({ ids: `Select at most ${offerLimits.answeredAtOnce} offers at a time.` });
  const answered: AnsweredMany = { done: 0, told: 0, refused: [] };
  const known = await findOffersFor(platform, actor.id, ids);
  for (const id of ids) {
    try {
      if (verb === 'withdraw') await withdrawOffer(platform, actor, id);
      else if (await declineOffer(platform, actor, id, input)) answered.told++;
      answered.done++;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      answered.refused.push({ id, title: known.get(id)?.title ?? 'An offer', message: error.message });
    }
  }
  return answered;
}
