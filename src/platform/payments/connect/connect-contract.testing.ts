import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openAccount, readAccount, refusedBy, reverseTransfer, sendTransfer } from './connect.ts';
import { listMovements, listPayouts, readBalance, readSchedule } from './connect-balance.ts';

/** Stripe, or the sandbox in its place. */
export interface World {
  stripe: Stripe;
  /** A seller's account that can receive transfers. */
  activeAccount(): Promise<string>;
  /** A payment in euro, in minor units, of this transfer group; returns the charge. */
  pay(amount: number, group: string): Promise<string>;
  /** Days pass, so that what an account has is paid out to its bank; false where the test can't make them pass. */
  daysPass(): Promise<boolean>;
  /** A text that no earlier run used. */
  unique(): string;
}

const eur = (amount: number) => ({ amount, currency: 'EUR' as const });

/**
 * What the app relies on at Stripe. The same calls run against the sandbox at each test run, and by hand against
 * Stripe's test mode.
 */
export function connectContract(open: () => World): void {
  const refusal = (call: Promise<unknown>) => call.then(() => 'done', refusedBy);

  test('a new account can receive nothing until its owner has answered, and the same seller has one', async () => {
    const { stripe, unique } = open();
    const wanted = { sellerId: unique(), email: 'seller@example.com', country: 'DE' };
    const account = await openAccount({ stripe }, wanted);
    expect(account).toMatchObject({ country: 'DE', isClosed: false, bankPrint: null });
    expect(account.transfers).not.toBe('active');
    expect(account.requirements.some(({ by }) => by === 'member')).toBe(true);
    expect((await openAccount({ stripe }, wanted)).id).toBe(account.id);
    expect(await readAccount({ stripe }, account.id)).toEqual(account);
    const chargeId = await open().pay(2_000, unique());
    const sent = await sendTransfer({ stripe }, { id: unique(), accountId: account.id, chargeId, ...eur(1_000) });
    expect(sent).toMatchObject({ isShort: false, refused: expect.any(String) });
  });

  test('a payment has a fee, and a transfer of it is made once, in its group, at most its amount', async () => {
    const { stripe, activeAccount, pay, unique } = open();
    const [accountId, group, id] = [await activeAccount(), unique(), unique()];
    const chargeId = await pay(5_000, group);
    const charge = await stripe.charges.retrieve(chargeId, { expand: ['balance_transaction'] });
    const line = charge.balance_transaction as Stripe.BalanceTransaction;
    expect(line).toMatchObject({ type: 'charge', amount: 5_000, currency: 'eur', net: 5_000 - line.fee });
    expect(line.fee).toBeGreaterThan(0);
    const transfer = { id, accountId, chargeId, ...eur(4_000) };
    const sent = await sendTransfer({ stripe }, transfer);
    expect(await sendTransfer({ stripe }, transfer)).toEqual(sent);
    const { data } = await stripe.transfers.list({ transfer_group: group });
    expect(data.map((one) => [one.id, one.metadata.transferId])).toEqual([[(sent as { id: string }).id, id]]);
    const tooMuch = await sendTransfer({ stripe }, { ...transfer, id: unique(), ...eur(1_001) });
    expect(tooMuch).toMatchObject({ isShort: false });
    expect(await sendTransfer({ stripe }, { ...transfer, id: unique(), amount: 100, currency: 'USD' })).toMatchObject({
      refused: expect.any(String),
    });
  });

  test('a reversal takes back at most the rest of a transfer, and both balances have a line of it', async () => {
    const { stripe, activeAccount, pay, unique } = open();
    const [accountId, chargeId] = [await activeAccount(), await pay(3_000, unique())];
    const sent = (await sendTransfer({ stripe }, { id: unique(), accountId, chargeId, ...eur(2_500) })) as {
      id: string;
    };
    const reversal = { id: unique(), transferId: sent.id, amount: 1_000 };
    const done = await reverseTransfer({ stripe }, reversal);
    expect(await reverseTransfer({ stripe }, reversal)).toEqual(done);
    expect((await stripe.transfers.retrieve(sent.id)).amount_reversed).toBe(1_000);
    expect(await reverseTransfer({ stripe }, { ...reversal, id: unique(), amount: 1_501 })).toMatchObject({
      isShort: false,
    });
    const lines = new Map<string, number>();
    const since = new Date((await stripe.charges.retrieve(chargeId)).created * 1_000);
    for await (const { type, amount, source } of listMovements({ stripe }, { since }))
      if (source === sent.id || source === (done as { id: string }).id) lines.set(type, amount.amount);
    expect(Object.fromEntries(lines)).toEqual({ transfer: -2_500, transfer_refund: 1_000 });
    const held = await readBalance({ stripe }, accountId);
    expect(held.some(({ available, pending }) => available.amount + pending.amount >= 1_500)).toBe(true);
  });

  test('a payout to the bank names the payments that it took, and its lines are its amount', async () => {
    const { stripe, activeAccount, daysPass, pay, unique } = open();
    const [accountId, chargeId] = [await activeAccount(), await pay(3_000, unique())];
    const sent = await sendTransfer({ stripe }, { id: unique(), accountId, chargeId, ...eur(2_500) });
    const isPaidOut = await daysPass();
    const taken: (string | null)[] = [];
    for await (const payout of listPayouts({ stripe }, { account: accountId })) {
      expect(['pending', 'in_transit', 'paid', 'failed', 'canceled']).toContain(payout.status);
      if (!payout.hasLines) continue;
      let sum = 0;
      for await (const { type, net, source } of listMovements({ stripe }, { account: accountId, payout: payout.id })) {
        if (source !== payout.id) sum += net.amount;
        if (type === 'payment') taken.push(source);
      }
      expect(sum).toBe(payout.amount.amount);
    }
    if (isPaidOut) expect(taken).toContain((sent as { paymentId: string }).paymentId);
  });

  test('unknown parameters, accounts and objects are refused', async () => {
    const { stripe } = open();
    const wrong = { amount: 100, currency: 'eur', destination: 'acct_none', nonsense: 1 } as never;
    expect(await refusal(stripe.transfers.create(wrong))).toMatchObject({ refused: 'parameter_unknown' });
    expect(
      await refusal(stripe.transfers.create({ amount: 100, currency: 'eur', destination: 'acct_none' })),
    ).toMatchObject({ refused: 'resource_missing' });
    expect(await refusal(stripe.v2.core.accounts.create({ nonsense: 1 } as never))).toMatchObject({ isShort: false });
  });

  test('the schedule of a balance’s payouts can be read', async () => {
    const { stripe } = open();
    expect(['manual', 'daily', 'weekly', 'monthly']).toContain(await readSchedule({ stripe }));
  });
}
