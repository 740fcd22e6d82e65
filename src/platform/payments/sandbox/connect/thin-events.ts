import type { Clock } from '../../../clock/clock.ts';
import { deliverLater } from '../courier.ts';
import { objectId, type StripeObject, seconds } from '../objects.ts';
import { type Queryable, saveObjects } from '../store.ts';

/** An event of the v2 API. Its notification is thin: it says what happened to which object, and nothing of its state. */
interface ThinEvent extends StripeObject {
  object: 'v2.core.event';
  type: string;
  related_object: { id: string; type: string; url: string };
}

/** Records an event of an account; the courier delivers it after the commit. */
export async function recordThinEvent(
  db: Queryable,
  clock: Clock,
  type: string,
  account: Pick<StripeObject, 'id'>,
): Promise<void> {
  const event: ThinEvent = {
    id: objectId('evt_test'),
    object: 'v2.core.event',
    created: seconds(clock.now()),
    type,
    livemode: false,
    context: null,
    reason: null,
    related_object: { id: account.id, type: 'v2.core.account', url: `/v2/core/accounts/${account.id}` },
  };
  await saveObjects(db, [event]);
  await deliverLater(db, clock, event.id);
}
