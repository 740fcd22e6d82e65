import { and, eq, inArray, sql } from 'drizzle-orm';
import { isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { shipSchema } from '../contract.ts';
import { wrongState } from '../fulfil/move-order.server.ts';
import { shipOrder } from '../fulfil/ship-order.server.ts';
import { orderNumber, readOrderNumber } from '../model/order.number.ts';
import { toBeShipped } from '../model/order.process.ts';
import { titleOf } from '../model/order.rules.ts';
import { orders } from '../model/order.tables.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { complete } from '../queries/orders.queries.server.ts';
import type { ShipmentLine } from './read-shipments.ts';
import { recogniseCarrier } from './recognise-carrier.ts';

/** A line with its order, and why it can't be marked as shipped. */
export interface Shipment extends ShipmentLine {
  /** Null where no order of the seller has this number. */
  found: { id: string; number: string; title: string; buyer: string } | null;
  /** A sentence; null for a line without a problem. */
  problem: string | null;
}

/**
 * The orders that these lines name, each line with its problem if it has one. `carrier` is that of lines that name none
 * and whose tracking number is of no known format. Changes nothing.
 */
export async function previewShipments(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  lines: readonly ShipmentLine[],
  carrier: string,
): Promise<Shipment[]> {
  const numbers = [...new Set(lines.flatMap(({ order }) => readOrderNumber(order) ?? []))];
  const rows =
    numbers.length === 0
      ? []
      : await db
          .select()
          .from(orders)
          .where(and(eq(orders.sellerId, actor.id), inArray(sql`upper(right(${orders.id}, 8))`, numbers)));
  const found = Map.groupBy(await complete(db, rows), ({ order }) => orderNumber(order.id));
  const firstLine = new Map<string, number>();
  return lines.map((typed) => {
    const line = { ...typed, carrier: typed.carrier || recogniseCarrier(typed.trackingNumber) || carrier };
    const number = readOrderNumber(line.order);
    const those = (number !== null && found.get(number)) || [];
    const before = number === null ? undefined : firstLine.get(number);
    if (number !== null && before === undefined) firstLine.set(number, line.line);
    const [full] = those;
    return {
      ...line,
      found: full && those.length === 1 ? viewOf(full) : null,
      problem:
        number === null
          ? 'Start the line with an order number, for example JCZCZT2D.'
          : !full
            ? 'You have no sale with this order number.'
            : those.length > 1
              ? 'Several of your orders have this number. Mark this one as shipped on its page.'
              : before !== undefined
                ? `This order is already in line ${before}. Remove one of the 2 lines.`
                : (problemOf(full) ?? problemIn(line)),
    };
  });
}

/** Marks the orders of the lines without a problem as shipped, each in a write of its own; the others stay as they are. */
export async function shipOrders(
  platform: Platform,
  actor: Actor,
  lines: readonly ShipmentLine[],
  carrier: string,
): Promise<{ shipped: Shipment[]; left: Shipment[] }> {
  const [shipped, left]: [Shipment[], Shipment[]] = [[], []];
  for (const one of await previewShipments(platform, actor, lines, carrier)) {
    const problem = one.problem ?? (await ship(platform, actor, one));
    if (problem === null) shipped.push(one);
    else left.push({ ...one, problem });
  }
  return { shipped, left };
}

/** Why not, as a sentence: the order has changed since it was read. */
async function ship(platform: Platform, actor: Actor, { found, carrier, trackingNumber }: Shipment) {
  try {
    if (found) await shipOrder(platform, actor, found.id, { carrier, trackingNumber });
    return null;
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

function viewOf({ order, items, parties }: FullOrder): Shipment['found'] {
  const buyer = parties.get(order.buyerId)?.username ?? '';
  return { id: order.id, number: orderNumber(order.id), title: titleOf(items), buyer };
}

function problemOf({ order: { status }, chargeback }: FullOrder): string | null {
  if (!toBeShipped.includes(status)) return wrongState('ship', 'seller', status).message;
  return chargeback?.state === 'open' ? 'A payment dispute is open. Don’t ship yet.' : null;
}

function problemIn({ carrier, trackingNumber }: ShipmentLine): string | null {
  if (trackingNumber === '') return 'Add a tracking number, or mark the order as shipped on its page.';
  if (carrier === '') return 'Add a carrier to the line, or enter one for all lines.';
  const parsed = shipSchema.safeParse({ carrier, trackingNumber });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
