import { type Mutation, planted } from '../mutation.ts';

const offers = 'src/features/offers';
const sent = ['src/features/offers/make/offers-to-watchers.test.ts'];
const many = ['src/features/offers/answer/answer-many.test.ts'];
const several = ['basket', 'basket-payment', 'basket-races'].map((what) => `src/app/offers-${what}.test.ts`);
const talks = ['src/features/messages/components/thread/conversation.test.tsx'];
const at = (file: string, tests: readonly string[]) => ({ area: 'offers', row: 'ST-14', file: `${offers}/${file}`, tests });

export const offerRows: readonly Mutation[] = [
  ...planted(
    at('offer-watchers.server.ts', sent),
    ['one is sent every day', 'if (last && now < new Date(last.nextAt)) throw', 'if (false) throw'],
    ['the blocked hear of it', 'new Set([sellerId, ...apart, ...busy', 'new Set([sellerId, ...busy'],
    ['the suspended hear of it', ' || (await isSuspended(tx.db, userId))', ''],
    ['anybody sends it', "offerPolicy.check(actor, 'offer to who saved it', listing);", ''],
    ['what is off sale is offered', 'await refuseOffSale(tx, listing, now);', ''],
  ),
  ...planted(
    at('offer.present.server.ts', sent),
    ['its seller reads who saved it', "side !== 'buyer' && hidesBuyer(offer)", 'false'],
    ['its seller reads how often who saved it has offered', 'isNameless ? null : attemptsLeft', 'attemptsLeft'],
    ['its seller reads what who saved it has not paid', "side === 'seller' && !isNameless ? unpaid", "side === 'seller' ? unpaid"],
  ),
  ...planted(
    at('offer.rules.ts', sent),
    [
      'its seller reads that who bought it had saved it',
      "if (note === soldNotes.toBuyer || note === soldNotes.toOther) return 'It was sold.';",
      'if (note) return note;',
    ],
    ['who takes it up stays nameless', ' && !takenUp.includes(offer.status)', ''],
  ),
  ...planted(at('export.server.ts', sent), [
    'its seller reads who saved it in their export',
    "role === 'seller' && side !== undefined && hidesBuyer(side)",
    'false',
  ]),
  ...planted(at('offers.queries.server.ts', ['src/features/offers/offers-pages.test.ts']), [
    'what was sent to many buries an offer that waits',
    "= 'pending'`, desc(",
    "= 'declined'`, desc(",
  ]),
  ...planted(at('insert-lines.server.ts', sent), ['its seller reads who saved it in a conversation', 'if (isToWatchers(row)) return;', '']),
  ...planted(
    at('offer.emails.ts', sent),
    ['the seller hears of each who declines', 'if (toWatchers) return [];', ''],
    ['two mails about one', "!(toWatchers && letter === 'ended')", 'true'],
  ),
  ...planted(at('offer.context.server.ts', sent), ['it takes the places of those who offer', 'sql`not $', 'sql`true or $']),
  ...planted(at('accept-offer.server.ts', sent), ['it is accepted above the price', ' && price.amount >= row.amount', '']),
  ...planted(
    at('answer-many.server.ts', many),
    ['one that is refused keeps the others', 'if (!isRefusal(error)) throw error;', 'throw error;'],
    ['no reason is passed on', 'declineOffer(platform, actor, id, input)', 'declineOffer(platform, actor, id, {})'],
  ),
  ...planted(
    at('basket.rules.ts', several),
    ['the cents that remain are lost', 'line.share += 1;', ''],
    ['the smallest remainder is raised', 'a.remainder > b.remainder ? -1 : 1', 'a.remainder > b.remainder ? 1 : -1'],
  ),
  ...planted(
    at('accept-offer.server.ts', several),
    ['what is left out stays open', 'await leaveOut(tx, left, now);\n    const taken', 'const taken'],
    ['a buyer picks from a counter-offer', "left.length > 0 && row.madeBy === 'seller'", 'false'],
    ['only one copy of a line is held', 'holdStock(tx, { listingId, quantity, buyerId', 'holdStock(tx, { listingId, quantity: 1, buyerId'],
  ),
  ...planted(at('make-basket.server.ts', several), ['a listing of somebody else', 'found?.sellerId !== sellerId || ', '!found || ']),
  ...planted(
    at('reservation.server.ts', several),
    ['one copy alone is given back', 'quantity: row.quantity, now', 'quantity: 1, now'],
    ['one line alone is ordered', 'lines.flatMap((line) => line.row.held ?? [])', 'lines.slice(0, 1).flatMap((line) => line.row.held ?? [])'],
    ['another quantity is taken for it', 'quantity !== undefined && quantity !== copies', 'false'],
    [
      'one line alone is paid',
      "['claimed', 'lapsed'])) await movePromise",
      "['claimed', 'lapsed']).then((all) => all.slice(0, 1))) await movePromise",
    ],
  ),
  ...planted(at('offers.queries.server.ts', several), [
    'each line that was not paid counts against its buyer',
    'count(distinct coalesce(',
    'count(coalesce(',
  ]),
  ...planted({ area: 'offers', row: 'ST-14', file: 'src/features/offers/model/payable.rules.ts', tests: several }, [
    'the first listing says what the post costs',
    'least(one) > least(dearest) ? one : dearest',
    'dearest',
  ]),
  ...planted(at('payable.rules.ts', several), [
    'only the cheapest way is thought of',
    'totals.some(canBeCharged)',
    'canBeCharged(totals[0] ?? items)',
  ]),
  ...planted(at('insert-lines.server.ts', several), ['what no card could pay is offered', 'refuseAmount(unpayableAsPriced(priced));', '']),
  ...planted(at('accept-offer.server.ts', several), ['what no card could pay is accepted', 'refuseUnpayable(picked);', '']),
  ...planted(at('end-offers.server.ts', several), [
    'who could not pay is blamed',
    "whyNeverPaid(rowsOf(lines)) ? 'unpayable' : 'unpaid'",
    "'unpaid'",
  ]),
  ...planted(at('offer.present.server.ts', several), ['what no card could pay is to be paid', ' && neverPaid === null', '']),
  ...planted(at('make-basket.server.ts', several), ['one for several counts once an hour', 'make, asked.length)', 'make)']),
  ...planted(at('components/many-form.tsx', [`${offers}/components/many-form.test.tsx`]), [
    'taking back is spoken of among all that was received',
    "role === 'buyer' ? open : ",
    "role === 'buyer' || true ? open : ",
  ]),
  ...planted(at('answer-offer.server.ts', several), ['a counter-offer for several counts once an hour', 'address, make, lines)', 'address, make)']),
  ...planted(at('reservation.server.ts', several), [
    'an order says that its copies are for sale again',
    "o.promise = 'claimed')`",
    "o.promise = 'open')`",
  ]),
  ...planted(
    { area: 'offers', row: 'RC-13', file: 'src/platform/http/requests/repeatable.ts', tests: ['tests/resilience/repeated-requests.test.ts'] },
    ['an operation with a parameter is never answered again', "replaceAll(/\\{\\w+\\}/g, '[^/]+')", "replaceAll('{}', '')"],
  ),
  ...planted(at('accept-offer.server.ts', ['tests/resilience/repeated-requests.test.ts']), [
    'an acceptance leaves nothing to answer from',
    'tx.made(taken);',
    '',
  ]),
  ...planted({ area: 'messages', row: 'RT-10', file: 'src/features/messages/components/thread/message-text.tsx', tests: talks }, [
    'the market’s own address leads outside',
    'host === own',
    'false',
  ]),
  ...planted(
    { area: 'messages', file: 'src/features/messages/send/mark-delivered.server.ts', tests: ['src/features/messages/send/undelivered.test.ts'] },
    [
      'a look for what nobody heard goes through all that is unread',
      's.is_unheard`',
      's.unread > 0 and s.delivered_place < (select last_place from thread t where t.id = s.thread_id)`',
    ],
  ),
  ...planted(
    {
      area: 'messages',
      row: 'RT-10',
      file: 'src/features/messages/send/store-message.server.ts',
      tests: ['src/features/messages/messages-live.test.ts'],
    },
    ['a further message is never delivered', '        isUnheard: true,\n', ''],
  ),
  ...planted(
    {
      area: 'messages',
      row: 'RT-10',
      file: 'src/features/messages/send/mark-delivered.server.ts',
      tests: ['src/features/messages/messages-live.test.ts'],
    },
    ['nothing counts as delivered', 'set delivered_place = t.last_place', 'set delivered_place = 0'],
  ),
  ...planted(
    {
      area: 'orders',
      row: 'RT-10',
      file: 'src/features/orders/queries/order-steps.server.ts',
      tests: ['src/features/orders/queries/thread-orders.test.ts'],
    },
    ['the other buyers’ orders are shown', 'eq(orders.sellerId, otherId)', 'sql`true`'],
    ['a seller reads of an unpaid order', "ordersOf(viewerId, 'seller'), eq", 'eq(orders.sellerId, viewerId), eq'],
    ['each page shows all steps', '(from === null || new Date(at) >= from) &&', ''],
  ),
];
