import { requireVerifiedEmail } from '#features/auth/index.server.ts';
import { feeInForce } from '#features/fees/index.server.ts';
import { feeOf } from '#features/fees/words.ts';
import { lockMember } from '#features/members/index.server.ts';
import { sellerTermsOf } from '#features/traders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Currency, formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { conflict, type Refusal, signInFirst } from '#kernel/refusal.ts';
import { networkOf } from '#platform/identity/network.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals, type RefusedLine } from '../contract.ts';
import { appendChanged } from '../fulfil/move-order.server.ts';
import { isSharedBrowser } from '../lifecycle/self-buying.server.ts';
import { endPurchaseJob } from '../model/order.jobs.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { totalsOf } from '../model/order.rules.ts';
import type { Agreed } from '../model/order.tables.ts';
import type { WantedMethod } from '../place/choose-post.ts';
import { addressFor, copyAddress } from '../place/copy-address.server.ts';
import { freeHoldSlot, retryTakenSlot } from '../place/hold-slot.server.ts';
import { insertPurchase } from '../place/insert-purchase.server.ts';
import {
  holdEnd,
  type NewOrder,
  type NewPurchase,
  newOrder,
  newPurchase,
  refuseUnpayable,
} from '../place/new-order.server.ts';
import { type ChosenShipping, choosePurchaseShipping } from '../place/shipping/choose-shipping.server.ts';
import type { PurchaseMode } from './purchase.process.ts';
import {
  earliest,
  LinesRefused,
  type ReservedOrder,
  refusedLine,
  reserveLines,
  type WantedLine,
} from './reserve-lines.server.ts';

export interface WantedPurchase {
  buyerId: string;
  lines: readonly WantedLine[];
  mode: PurchaseMode;
  /** Undefined: that of the only line. */
  currency?: Currency | undefined;
  expectedTotal?: number | undefined;
  /** An address of the buyer's book. Null: the payment page asks for one. */
  addressId: string | null;
  /** Where it is shipped, without such an address. Null: not known before the payment page. */
  country: string | null;
  /** The shipping method that the buyer chose of a seller. */
  methodOf(sellerId: string): WantedMethod;
  /** Where absent, a key of its own. */
  idempotencyKey?: string | undefined;
  from: Origin | undefined;
}

/**
 * Holds all copies of a purchase and writes it with an order for each seller, in one transaction. A purchase of
 * what is still available is tried again without the lines that were refused. Refuses (409) where a line of several
 * can't be had (`not_all_available`), and another total than expected (`total_changed`); the only line of a purchase is
 * refused with its own reason.
 */
export async function holdPurchase(platform: Platform, wanted: WantedPurchase): Promise<NewPurchase> {
  const isOnly = wanted.lines.length === 1;
  const refused: RefusedLine[] = [];
  let lines = wanted.lines;
  for (;;) {
    try {
      const left = { ...wanted, lines };
      return await retryTakenSlot(() => write(platform, (tx) => holdAndWrite(platform, tx, left, { isOnly, refused })));
    } catch (error) {
      if (!(error instanceof LinesRefused)) throw error;
      refused.push(...error.lines);
      lines = lines.filter((line) => !error.lines.some((one) => isSameLine(line, one)));
      if (wanted.mode === 'all' || lines.length === 0) throw notAllAvailable(refused);
    }
  }
}

const isSameLine = (line: WantedLine, refused: RefusedLine): boolean =>
  'listingId' in line ? line.listingId === refused.listingId : line.offerId === refused.offerId;

function notAllAvailable(lines: readonly RefusedLine[]): Refusal {
  return conflict(
    orderRefusals.notAllAvailable,
    'Some cards are no longer available. Nothing was bought. Review your cart and try again.',
    { lines },
  );
}

interface Trying {
  isOnly: boolean;
  /** The lines that were left out. */
  refused: readonly RefusedLine[];
}

async function holdAndWrite(
  platform: Platform,
  tx: Tx,
  wanted: WantedPurchase,
  { isOnly, refused }: Trying,
): Promise<NewPurchase> {
  const { buyerId, lines, currency, from } = wanted;
  const now = platform.clock.now();
  const id = newId(now.getTime());
  const network = networkOf(platform, from);
  await requireVerifiedEmail(platform, tx, orderPolicy, 'place', buyerId);
  // The buyer is locked before any listing, in the order in which the deletion of an account locks them.
  if (!(await lockMember(tx, buyerId))) throw signInFirst();
  const reserved = await reserveLines(platform, tx, { buyerId, lines, currency, isOnly, from, network, now });

  const reservedUntil = reserved.map((one) => one.reservedUntil).reduce(earliest);
  const terms = { purchaseId: id, buyerId, holdExpiresAt: holdEnd(now, reservedUntil), now };
  const { address, shipping } = await shippingOf(tx, wanted, reserved);
  const fee = await feeInForce(tx.db);
  const placed: NewOrder[] = [];
  for (const one of reserved) {
    const chosen = shipping.bySeller.get(one.sellerId);
    if (!chosen) throw new RangeError(`seller ${one.sellerId} has no shipping`);
    placed.push(
      newOrder({
        ...one,
        ...terms,
        ...chosen,
        address: addressFor(chosen.method, address),
        ...(await termsOf(tx, chosen, one, fee)),
      }),
    );
  }
  const [first] = placed;
  if (!first) throw new RangeError(`purchase ${id} has no order`);
  const total = money(
    placed.reduce((sum, { order }) => sum + order.totalAmount, 0),
    first.order.currency,
  );
  refuseUnpayable(total.amount, total.currency);
  refuseOtherTotal(total, wanted, refused);
  const holdSlot = await freeHoldSlot(tx, buyerId);
  const purchase = newPurchase(placed, {
    ...terms,
    mode: wanted.mode,
    idempotencyKey: wanted.idempotencyKey,
    holdSlot,
    shipTo: shipping.shipTo,
  });
  await insertPurchase(tx, purchase, {
    network,
    isSharedBrowser: (sellerId) => from !== undefined && isSharedBrowser(platform, from, sellerId),
  });
  tx.made(id);
  for (const { order } of placed) appendChanged(tx, order, null, 'buyer');
  tx.enqueue(endPurchaseJob, { purchaseId: id }, { runAt: purchase.paid.holdExpiresAt });
  return purchase;
}

type Fee = Awaited<ReturnType<typeof feeInForce>>;

/**
 * The address that the orders keep a copy of, and how each is shipped. Of what is still available, what nothing
 * ships is left out.
 */
async function shippingOf(
  tx: Tx,
  { buyerId, addressId, country, currency, mode, methodOf }: WantedPurchase,
  reserved: readonly ReservedOrder[],
) {
  const address = addressId === null ? null : await copyAddress(tx.db, buyerId, addressId);
  const [first] = reserved;
  if (!first) throw new RangeError('nothing is reserved');
  const shipping = await choosePurchaseShipping(tx, reserved, {
    country: address?.country ?? country,
    hasAddress: address !== null,
    currency: currency ?? first.held[0].price.currency,
    methodOf,
  });
  const [unshippable] = shipping.unshippable;
  if (!unshippable) return { address, shipping };
  if (mode === 'all' || reserved.length === 1) throw unshippable.refusal;
  throw new LinesRefused(
    shipping.unshippable.flatMap(({ order, refusal }) => order.lines.map((line) => refusedLine(line, refusal))),
  );
}

/** What the order of a seller costs, and the terms that it stores. */
async function termsOf(tx: Tx, { method }: ChosenShipping, { sellerId, held }: ReservedOrder, fee: Fee) {
  const priced = held.map((copies) => ({ amount: copies.price.amount, quantity: copies.quantity }));
  const totals = totalsOf(priced, method?.price.amount ?? 0);
  return { totals, agreed: await agreedTerms(tx, sellerId, fee, totals.items) };
}

/** The terms that the order stores: the seller's legal identity, and the fee on the items' amount. */
async function agreedTerms(tx: Tx, sellerId: string, fee: Fee, itemsAmount: number): Promise<Agreed> {
  const soldBy = await sellerTermsOf(tx.db, sellerId);
  return { soldBy, fee: { ...fee, amount: feeOf(fee, itemsAmount) } };
}

/** Refuses (409) a total other than the buyer has confirmed. */
function refuseOtherTotal(total: Money, { expectedTotal }: WantedPurchase, lines: readonly RefusedLine[]): void {
  if (expectedTotal === undefined || expectedTotal === total.amount) return;
  throw conflict(
    orderRefusals.totalChanged,
    `The total is now ${formatMoney(total)}. Nothing was bought. Review your cart and try again.`,
    { total, lines },
  );
}
