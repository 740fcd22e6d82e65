import type { Platform } from '#platform/platform.ts';
import { resumePurchase, startCheckout } from '../checkout/start-checkout.server.ts';
import { type PlacedPurchase, type PlacePurchaseInput, placedPurchaseSchema } from '../contract.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { countPurchase } from '../place/payment-limit.server.ts';
import { holdPurchase, type WantedPurchase } from './hold-purchase.server.ts';
import { presentPurchase } from './purchase.present.server.ts';
import { findByKey, getPurchaseFor, type PayablePurchase } from './purchase.queries.server.ts';

/**
 * Buys cards of one or more sellers: holds all copies for `holdMs` in one transaction, with an order for each seller
 * and one page to pay them on, or nothing at all: when Stripe does not answer the hold is released. Refuses what
 * `holdPurchase` refuses; each line for the reasons of `holdStock` or `claimAgreement`, another currency, a block
 * between buyer and seller (403 `blocked`) and a pause after unpaid holds (429); a sixth unpaid purchase (409), an email
 * address that has to be confirmed first (403 `email_unverified`), an amount that a card cannot carry (409), too many
 * purchases in a quarter of an hour or an hour (429), Stripe unavailable (503). `from` is absent where there is no
 * client request.
 */
export async function placePurchase(
  platform: Platform,
  { buyerId, source, mode, currency, expectedTotal, idempotencyKey, ...shipped }: PlacePurchaseInput,
  from?: Origin,
): Promise<PlacedPurchase> {
  const { key, known } = await findRepeated(platform, buyerId, idempotencyKey);
  if (known) return answerPurchase(platform, buyerId, known.id);
  const lines = [
    ...source.lines.map(({ seenPrice, seenVersion, ...line }) => ({
      ...line,
      expectedPrice: seenPrice,
      listingVersion: seenVersion,
    })),
    ...source.offerIds.map((offerId) => ({ offerId })),
  ];
  const methods = new Map(shipped.shipping?.map((one) => [one.sellerId, one]));
  const wanted: WantedPurchase = {
    ...{ buyerId, lines, mode, currency, expectedTotal, idempotencyKey: key, from },
    addressId: shipped.addressId ?? null,
    country: shipped.country ?? null,
    methodOf(sellerId) {
      const { method, expectedPrice, tableVersion } = methods.get(sellerId) ?? {};
      return { method, seenPrice: expectedPrice, seenVersion: tableVersion };
    },
  };
  try {
    return shown(platform, buyerId, await placeAndOpen(platform, wanted));
  } catch (error) {
    // Of two requests with one key at once the slower finds the cards held, by the faster.
    const faster = key === undefined ? undefined : await findByKey(platform.db, key);
    if (!faster || faster.status === 'canceled') throw error;
    return answerPurchase(platform, buyerId, faster.id);
  }
}

/** The purchase that a request with this key has made, with its payment page; null where there is none. */
export async function answerRepeated(
  platform: Platform,
  buyerId: string,
  idempotencyKey: string,
): Promise<PlacedPurchase | null> {
  const { known } = await findRepeated(platform, buyerId, idempotencyKey);
  return known ? answerPurchase(platform, buyerId, known.id) : null;
}

/** The key under which a request's purchase is stored, and the purchase that has it already. */
async function findRepeated({ db }: Platform, buyerId: string, idempotencyKey: string | undefined) {
  let key = idempotencyKey === undefined ? undefined : `cart-${buyerId}-${idempotencyKey}`;
  let known = key === undefined ? undefined : await findByKey(db, key);
  while (known?.status === 'canceled') {
    // Canceled since, or its page could not be opened: the cards may be bought again, as the one purchase after it.
    key = `cart-${buyerId}-after-${known.id}`;
    known = await findByKey(db, key);
  }
  return { key, known };
}

/** Holds what is bought, and opens the page on which it is paid. */
export async function placeAndOpen(platform: Platform, wanted: WantedPurchase): Promise<PayablePurchase> {
  const releasePoints = await countPurchase(platform, wanted.buyerId, wanted.from);
  const held = await holdPurchase(platform, wanted).catch(async (error: unknown) => {
    await releasePoints();
    throw error;
  });
  return startCheckout(platform, held);
}

/** Answers a repeated request for a purchase: resumes where the first one stopped. */
export async function answerPurchase(platform: Platform, buyerId: string, purchaseId: string): Promise<PlacedPurchase> {
  const { status } = (await getPurchaseFor(platform.db, buyerId, purchaseId)).paid;
  const checkoutUrl =
    status === 'open'
      ? await resumePurchase(platform, buyerId, purchaseId)
      : `${platform.config.appUrl}/purchases/${purchaseId}`;
  return shown(platform, buyerId, { ...(await getPurchaseFor(platform.db, buyerId, purchaseId)), checkoutUrl });
}

function shown(platform: Platform, buyerId: string, full: PayablePurchase): PlacedPurchase {
  const purchase = presentPurchase(full, buyerId, platform.clock.now());
  return placedPurchaseSchema.parse({ purchase, checkoutUrl: full.checkoutUrl });
}
