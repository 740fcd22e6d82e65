import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Message } from '#features/messages/contract.ts';
import { findThreadBetween, listMessagesFor } from '#features/messages/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import type { Db } from '#platform/db/db.ts';
import { openPdf } from '#platform/pdf/document.server.ts';
import { margin, pageBottom, tableWidth } from '#platform/pdf/table.server.ts';
import type { Platform } from '#platform/platform.ts';
import { orderNumber } from '../model/order.number.ts';
import { subjectBefore } from '../model/order.subject.server.ts';
import { type ChargebackRow, chargeback, orders } from '../model/order.tables.ts';
import { chargebackPart } from '../purchase/purchase.tables.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { complete } from '../queries/orders.queries.server.ts';
import { addressLine, described, historyOf, moment } from './chargeback.evidence.ts';
import { isOfOrder } from './chargebacks.queries.server.ts';

/** Messages of one conversation in the file; the newest. */
const mostMessages = 200;
/** Stripe takes 50 pages, and Mastercard's banks 19 with the evidence in words. What comes last is left out. */
const mostPages = 15;

/**
 * The record of all orders that a chargeback is about as one PDF, for the bank: listings, photos, address, tracking,
 * each step, and what buyer and seller wrote about it. Refuses a chargeback that is not of the order (404).
 */
export async function printEvidence(
  platform: Platform,
  { orderId, chargebackId }: { orderId: string; chargebackId: string },
): Promise<Buffer<ArrayBuffer>> {
  const { db } = platform;
  const unknown = notFound('We couldn’t find this chargeback.');
  if (!isPlainLine(chargebackId)) throw unknown;
  const found = and(eq(chargeback.id, chargebackId), isOfOrder(orderId));
  const [dispute] = await db.select().from(chargeback).where(found);
  if (!dispute) throw unknown;
  return writeEvidence(platform, dispute);
}

/** The same, of a chargeback that was read: first the records of all orders, then the messages. */
export async function writeEvidence(
  { db, site, config }: Platform,
  dispute: ChargebackRow,
): Promise<Buffer<ArrayBuffer>> {
  const [records, messages]: [Section[], Section[]] = [[], []];
  for (const full of await disputedOrders(db, dispute.id)) {
    records.push(recordOf(full));
    messages.push(messagesSection(full, await messagesOf(db, full)));
  }
  const head = [
    `${site.brand.name} · payment dispute ${dispute.id}`,
    `Opened ${moment(dispute.openedAt)}. Reason: ${dispute.reason.replaceAll('_', ' ')}. All times are in UTC.`,
    `Rules for delivery and losses: ${config.appUrl}/fees. Terms: ${config.appUrl}/terms.`,
  ];
  return write(head, [...records, ...messages]);
}

/** The orders that a chargeback takes a part of, with all that belongs to them. */
export async function disputedOrders(db: Db, chargebackId: string): Promise<FullOrder[]> {
  const parts = db
    .select({ id: chargebackPart.orderId })
    .from(chargebackPart)
    .where(eq(chargebackPart.chargebackId, chargebackId));
  return complete(db, await db.select().from(orders).where(inArray(orders.id, parts)).orderBy(asc(orders.id)));
}

/** What the two wrote about the order, the oldest first; none where each has deleted the conversation. */
async function messagesOf(db: Db, { order, items }: FullOrder): Promise<Message[]> {
  const subjects = [{ kind: 'order' as const, id: order.id }, subjectBefore(items)];
  for (const [reader, other] of [
    [order.buyerId, order.sellerId],
    [order.sellerId, order.buyerId],
  ] as const) {
    const threadId = await findThreadBetween(db, reader, other, subjects);
    if (threadId === null) continue;
    return (await listMessagesFor(db, reader, threadId, { limit: mostMessages })).items.toReversed();
  }
  return [];
}

interface Section {
  title: string;
  lines: string[];
}

const namesOf =
  ({ parties }: FullOrder) =>
  (id: string) =>
    parties.get(id)?.username ?? deletedName;

function recordOf(full: FullOrder): Section {
  const { order, items, history } = full;
  const nameOf = namesOf(full);
  const photos = items.flatMap(({ snapshot }) => snapshot.photos.map(({ id, alt }) => `Photo ${id}: ${alt}`));
  const sent = [order.carrier, order.trackingNumber].filter(Boolean).join(', ');
  return {
    title: `Order ${orderNumber(order.id)} · sold by ${nameOf(order.sellerId)} to ${nameOf(order.buyerId)}`,
    lines: [
      ...items.map(described),
      ...photos,
      ...(order.address ? [`Address: ${addressLine(order.address)}`] : []),
      `Shipped by: ${sent || 'no carrier given'}`,
      ...historyOf(history),
      ...(order.disputeText ? [`The buyer reported to us: ${order.disputeText}`] : []),
    ],
  };
}

function messagesSection(full: FullOrder, messages: readonly Message[]): Section {
  const nameOf = namesOf(full);
  const said = messages.map(({ senderId, text, photos, createdAt }) =>
    [
      `${moment(new Date(createdAt))} ${nameOf(senderId)}:`,
      text,
      photos.length > 0 ? `(photos: ${photos.map(({ id }) => id).join(', ')})` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
  return {
    title: `Messages about order ${orderNumber(full.order.id)}`,
    lines: said.length > 0 ? said : ['No messages between buyer and seller.'],
  };
}

const leftOut = 'The rest of the record is left out.';

async function write(head: readonly string[], sections: readonly Section[]): Promise<Buffer<ArrayBuffer>> {
  const texts = [...head, leftOut, ...sections.flatMap(({ title, lines }) => [title, ...lines])];
  const pdf = await openPdf('Evidence', texts);
  pdf.page();
  let y = pdf.write('Evidence', { x: margin, y: margin, width: tableWidth, size: 18, bold: true }) + 6;
  let pages = 1;
  const line = (text: string, size: number, bold = false) => {
    const options = { width: tableWidth, size, bold, lines: 50 };
    // A title stays with the line below it.
    const needed = pdf.heightOf(text, options) + (bold ? 3 * size : 0);
    if (y + needed > pageBottom && pages <= mostPages) {
      pages += 1;
      pdf.page();
      y = margin;
      if (pages > mostPages) pdf.write(leftOut, { x: margin, y, width: tableWidth, size: 9 });
    }
    if (pages > mostPages) return;
    y = pdf.write(text, { x: margin, y, ...options }) + 3;
  };
  for (const text of head) line(text, 9);
  for (const { title, lines } of sections) {
    y += 10;
    line(title, 11, true);
    for (const text of lines) line(text, 9);
  }
  return pdf.end();
}
