import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { forgetKeys, withStripeLists } from '../lost-answers.testing.ts';
import { auditPayouts, large, readyOrder, transfersOf } from '../payouts.testing.ts';
import { claimTransfer } from './claim-transfer.server.ts';
import { sendTransfer } from './send-transfer.server.ts';

let market: TestMarket;
let buyer: TestMember;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
});
afterAll(() => market.close());
beforeEach(async () => {
  buyer = await signInAgain(market, buyer);
  seller = await market.signUp();
  await makePremium(market, seller);
  await activatePayouts(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const underWay = 'another run is sending';

/** A claimed transfer whose call failed two minutes ago. Its job waits for its next try. */
async function failedCall(faults: Record<string, unknown>) {
  const orderId = await readyOrder(market, seller, buyer, large);
  await setFaults(market, faults);
  await claimTransfer(market.platform, orderId);
  const [claimed] = await transfersOf(market, orderId);
  const id = claimed?.id ?? '';
  await expect(sendTransfer(market.platform, id)).rejects.toThrow();
  await market.runJobs();
  await setFaults(market, null);
  await market.platform.pool.query("update transfer set called_at = called_at - interval '2 minutes' where id = $1", [
    id,
  ]);
  return { orderId, id };
}

/** Calls Stripe, and dies before the answer. */
async function callAndDie(id: string): Promise<void> {
  await setFaults(market, { loseAnswers: true });
  await expect(sendTransfer(market.platform, id)).rejects.toThrow('lose this answer');
  await setFaults(market, null);
}

const countAtStripe = async (id: string) => {
  const { rows } = await market.platform.pool.query(
    "select from sandbox_stripe_object where object = 'transfer' and data #>> '{metadata,transferId}' = $1",
    [id],
  );
  return rows.length;
};
/** The job’s next try finds what was made. */
const endsSent = async (orderId: string, id: string) => {
  await passTime(market, 2 * minuteMs);
  await sendTransfer(market.platform, id);
  expect(await transfersOf(market, orderId)).toMatchObject([{ id, state: 'sent' }]);
  expect(await countAtStripe(id)).toBe(1);
};

test('a run that has read Stripe’s list doesn’t call after another run has called', async () => {
  const { orderId, id } = await failedCall({ down: true });
  const platform = withStripeLists(market.platform, { after: () => callAndDie(id) });
  await expect(sendTransfer(platform, id)).rejects.toThrow(underWay);
  expect(await transfersOf(market, orderId)).toMatchObject([{ state: 'claimed' }]);
  await endsSent(orderId, id);
});

test('… nor does it book back what the other run may have sent', async () => {
  const { orderId, id } = await failedCall({ down: true });
  const setState = (state: string) =>
    market.platform.pool.query('update payout_account set state = $2 where seller_id = $1', [seller.id, state]);
  const platform = withStripeLists(market.platform, {
    after: async () => {
      await callAndDie(id);
      await setState('restricted');
    },
  });
  await sendTransfer(platform, id);
  expect(await transfersOf(market, orderId)).toMatchObject([{ state: 'claimed' }]);
  await setState('active');
  await endsSent(orderId, id);
});

test('a clock that moves while a run begins makes no call of another run look old', async () => {
  const { orderId, id } = await failedCall({ down: true });
  await callAndDie(id);
  let isMoved = false;
  const platform: Platform = Object.create(market.platform, {
    db: {
      get: () => {
        if (!isMoved) market.clock.advance(minuteMs);
        isMoved = true;
        return market.platform.db;
      },
    },
  });
  await expect(sendTransfer(platform, id)).rejects.toThrow(underWay);
  await endsSent(orderId, id);
});

test('a refusal of what an earlier call made is not booked back', async () => {
  const { orderId, id } = await failedCall({ loseAnswers: true });
  await forgetKeys(market);
  await setFaults(market, { transfers: 'refuse' });
  // Stripe's list lags behind.
  await sendTransfer(withStripeLists(market.platform, { isEmptyAtFirst: true }), id);
  expect(await transfersOf(market, orderId)).toMatchObject([{ state: 'sent', failure: null }]);
  expect(await countAtStripe(id)).toBe(1);
});
