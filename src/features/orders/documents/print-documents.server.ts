import { and, asc, eq, inArray } from 'drizzle-orm';
import { traitNames } from '#features/catalogue/words.ts';
import { type ListingSnapshot, storageLocations } from '#features/listings/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { conditionName } from '#kernel/cards/conditions.ts';
import { conflict, notAllowed, notFound } from '#kernel/refusal.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type DocumentKind, orderRefusals, type RequestedDocuments } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { unknownOrder } from '../model/order.policy.ts';
import { toBeShipped } from '../model/order.process.ts';
import { mostDocuments } from '../model/order.rules.ts';
import { orders } from '../model/order.tables.ts';
import { methodText } from '../model/order.texts.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { complete } from '../queries/orders.queries.server.ts';
import { addressLabels } from './address-labels.server.ts';
import type { DocumentOrder } from './document-order.ts';
import { packingSlips } from './packing-slips.server.ts';
import { pullSheet } from './pull-sheet.server.ts';

const printers: Record<
  DocumentKind,
  (orders: readonly DocumentOrder[], on: string, left: number) => Promise<Buffer<ArrayBuffer>>
> = {
  'pull-sheet': pullSheet,
  'packing-slips': packingSlips,
  'address-labels': addressLabels,
};

/**
 * A document of a premium seller's orders that are to be sent, in the order of payment, up to the maximum of one
 * request. Refuses a member without tools for many listings (403), an order that is not theirs to send (404), one that
 * was sent or canceled, and an empty list (409).
 */
export async function printDocuments(
  platform: Platform,
  actor: Actor,
  { kind, order: orderIds }: RequestedDocuments,
): Promise<Buffer<ArrayBuffer>> {
  const { db, clock, limits } = platform;
  if (!(await definitionOf(db, actor.id)).hasBulkListingTools)
    throw notAllowed(
      'Pull sheets, packing slips and address labels are part of Premium. The address is shown in each order on any plan.',
      orderRefusals.tierLimit,
    );
  const found = await find(db, actor.id, orderIds);
  await limits.count(ordersLimits.papers, actor.id);
  const left = orderIds ? 0 : (await countToSend(db, actor.id)) - found.length;
  return printers[kind](await describe(db, actor.id, found), dayMonthYear(clock.now()), left);
}

/** The number of a seller's orders that are to be sent. */
export function countToSend(db: Db, sellerId: string): Promise<number> {
  return db.$count(orders, and(eq(orders.sellerId, sellerId), inArray(orders.status, [...toBeShipped])));
}

async function find(db: Db, sellerId: string, orderIds: readonly string[] | undefined): Promise<FullOrder[]> {
  const which = orderIds ? inArray(orders.id, [...orderIds]) : inArray(orders.status, [...toBeShipped]);
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), which))
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .limit(mostDocuments);
  if (orderIds && rows.length < orderIds.length) throw notFound(unknownOrder);
  const other = rows.find(({ status }) => !toBeShipped.includes(status));
  if (other)
    throw conflict(orderRefusals.wrongState, 'One of these orders isn’t ready to ship. Select only orders to ship.', {
      order: other.id,
    });
  if (rows.length === 0) throw conflict(orderRefusals.wrongState, 'You have no orders to ship.');
  return complete(db, rows);
}

async function describe(db: Db, sellerId: string, found: readonly FullOrder[]): Promise<DocumentOrder[]> {
  const queues = await storageLocations(
    db,
    sellerId,
    found.flatMap(({ items }) => items.map(({ listingId }) => listingId)),
  );
  return found.map(({ order, items, parties }) => {
    const nameOf = (id: string) => parties.get(id)?.username ?? deletedName;
    return {
      number: orderNumber(order.id),
      paidAt: order.paidAt ?? order.createdAt,
      seller: nameOf(order.sellerId),
      buyer: nameOf(order.buyerId),
      address: order.address,
      shipping:
        order.shippingName &&
        methodText({ name: order.shippingName, tracked: order.shippingTracked, parcels: order.shippingParcels }),
      total: { amount: order.totalAmount, currency: order.currency },
      items: items.map(({ listingId, title, quantity, priceAmount, snapshot }) => ({
        title,
        about: aboutOf(snapshot),
        quantity,
        price: { amount: priceAmount, currency: order.currency },
        ...(queues.get(listingId) ?? { sku: null, place: null }),
      })),
    };
  });
}

function aboutOf(snapshot: ListingSnapshot): string {
  const { setName, number, condition, finish, language, grading } = snapshot;
  const grade = grading ? `${grading.company.toUpperCase()} ${grading.grade}` : conditionName(condition);
  return [setName, number && `#${number}`, grade, finish, language, ...traitNames(snapshot)]
    .filter(Boolean)
    .join(' · ');
}
