// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts.
import { type Mutant, mutate } from './mutant.ts';

export const marketplaceMutants: readonly Mutant[] = [
  ...mutate(
    { area: 'lists', file: 'want-list.policy.ts', tests: ['want-lists.test.ts', 'want-lists-notifications.test.ts'] },
    ['a private list is public', 'isShown(caller, list) || owner(caller, list)', 'true'],
  ),
  ...mutate({ area: 'lists', file: 'want-list.policy.ts', tests: ['want-lists-reported.test.ts'] }, [
    'a hidden list is public',
    "(hiddenAt === null || caller?.role === 'admin')",
    '(hiddenAt === null || hiddenAt !== null)',
  ]),
  ...mutate({ area: 'lists', file: 'fill-lines.server.ts', tests: ['want-lists-bought.test.ts'] }, [
    'a purchase is counted twice',
    '|| (await tx.db.$count(wantListFill, eq(wantListFill.orderId, orderId))) > 0',
    '',
  ]),
  ...mutate({ area: 'messages', file: 'post-message.server.ts', tests: ['features/messages/messages.test.ts'] }, [
    'a repeated request stores a second message',
    'if (clientId === undefined) return null;',
    'return null;',
  ]),
  ...mutate({ area: 'messages', file: 'thread.channel.server.ts', tests: ['messages-live.test.ts'] }, [
    'typing passes a block',
    '(await isBlocked(db, row.firstId, row.secondId)) ?',
    'false ?',
  ]),
  ...mutate({ area: 'messages', file: 'photos.server.ts', tests: ['messages-photos.test.ts'] }, [
    'a photo passes a block',
    'await refuseBlocked({ db }, actor.id, other);',
    '',
  ]),
  ...mutate({ area: 'offers', file: 'offer.present.server.ts', tests: ['offers-to-watchers.test.ts'] }, [
    'the seller sees who saved the listing',
    "side !== 'buyer' && hidesBuyer(offer)",
    'false',
  ]),
  ...mutate({ area: 'offers', file: 'export.server.ts', tests: ['offers-to-watchers.test.ts'] }, [
    "the seller's export shows who saved the listing",
    "role === 'seller' && side !== undefined && hidesBuyer(side)",
    'false',
  ]),
  ...mutate(
    { area: 'offers', file: 'offer-watchers.server.ts', tests: ['offers-to-watchers.test.ts'] },
    ['another member sends an offer to watchers', "offerPolicy.check(actor, 'offer to who saved it', listing);", ''],
    ['a blocked member receives an offer', 'new Set([sellerId, ...apart, ...busy', 'new Set([sellerId, ...busy'],
  ),
  ...mutate({ area: 'offers', file: 'accept-offer.server.ts', tests: ['offers-to-watchers.test.ts'] }, [
    'an offer above the price is accepted',
    '&& price.amount >= row.amount',
    '',
  ]),
  ...mutate(
    {
      area: 'offers',
      file: 'accept-offer.server.ts',
      tests: ['offers-basket.test.ts', 'offers-basket-payment.test.ts', 'offers-basket-races.test.ts'],
    },
    [
      'one copy of a line is held',
      'holdStock(tx, { listingId, quantity, buyerId',
      'holdStock(tx, { listingId, quantity: 1, buyerId',
    ],
    ['an amount that no card can pay is accepted', 'refuseUnpayable(picked);', ''],
  ),
  ...mutate(
    {
      area: 'offers',
      file: 'reservation.server.ts',
      tests: ['offers-basket.test.ts', 'offers-basket-payment.test.ts', 'offers-basket-races.test.ts'],
    },
    ['one copy of a line is released', 'quantity: row.quantity, now', 'quantity: 1, now'],
  ),
  ...mutate(
    {
      area: 'offers',
      file: 'make-basket.server.ts',
      tests: ['offers-basket.test.ts', 'offers-basket-payment.test.ts', 'offers-basket-races.test.ts'],
    },
    ["a basket with another seller's listing", 'found?.sellerId !== sellerId ||', '!found || '],
  ),
  ...mutate({ area: 'reviews', file: 'write-review.server.ts', tests: ['reviews.test.ts'] }, [
    'another member replies to a review',
    "reviewPolicy.check(actor, 'reply', row);",
    '',
  ]),
  ...mutate({ area: 'reviews', file: 'show-review.server.ts', tests: ['reviews.test.ts'] }, [
    'two reviews of an order are not serialized',
    'select pg_advisory_xact_lock(hashtextextended($1, 12))',
    'select $1::text',
  ]),
  ...mutate({ area: 'reviews', file: 'reviews.queries.server.ts', tests: ['reviews.test.ts'] }, [
    'an unpublished review is public',
    'and(isNotNull(review.shownAt), isNull(review.hiddenAt))',
    'isNull(review.hiddenAt)',
  ]),
  ...mutate({ area: 'rulings', file: 'decision-status.ts', tests: ['moderation.test.ts'] }, [
    'the first operator decides on the appeal',
    'return others.length > 0 ? others : able;',
    'return able;',
  ]),
  ...mutate(
    { area: 'rulings', file: 'appeal.server.ts', tests: ['moderation.test.ts'] },
    ['another member appeals', "decisionPolicy.check(actor, 'appeal', row);", ''],
    ['two concurrent appeals are stored', "where(eq(decision.id, id)).for('update')", 'where(eq(decision.id, id))'],
  ),
  ...mutate({ area: 'rulings', file: 'answer-appeal.server.ts', tests: ['moderation.test.ts'] }, [
    'an appeal is answered twice',
    'if (row.answeredAt !== null)',
    'if (row.answeredAt !== null && row.endedAt === null)',
  ]),
  ...mutate({ area: 'rulings', file: 'appeal-token.ts', tests: ['appeal-by-mail.test.ts'] }, [
    'any signature opens a decision',
    'return secrets.some(',
    'return secrets.length > 0 || secrets.some(',
  ]),
  ...mutate({ area: 'rulings', file: 'limit-member.server.ts', tests: ['moderation-measures.test.ts'] }, [
    'a limitation has no effect',
    'if (until === null) return;',
    'return;',
  ]),
  ...mutate(
    { area: 'bulk', file: 'reprice-listings.server.ts', tests: ['bulk-batch.isolated.test.ts', 'bulk.test.ts'] },
    ["another seller's listing is repriced", "checkListingFor(row, actor, 'edit');", ''],
    ['a concurrent price change is overwritten', '{ cardFacts: null, priceWas }', '{ cardFacts: null }'],
  ),
  ...mutate({ area: 'bulk', file: 'run-change.server.ts', tests: ['bulk.test.ts'] }, [
    'two processes move a listing twice',
    ', eq(bulkChangeRow.state, row.state)',
    '',
  ]),
  ...mutate({ area: 'price-rules', file: 'run-import.server.ts', tests: ['imports.test.ts'] }, [
    'two processes list one batch',
    ".for('update');",
    ';',
  ]),
  ...mutate({ area: 'listings', file: 'listing.present.server.ts', tests: ['own-notes.test.ts'] }, [
    "a seller's notes are public",
    'viewerId === row.sellerId ? { ...presented, ...forSeller(row) } : presented',
    '{ ...presented, ...forSeller(row) }',
  ]),
  ...mutate({ area: 'entry', file: 'verify-email.server.ts', tests: ['mailed.api.test.ts'], only: 'VA-07' }, [
    'a verification link works for any member',
    'link?.userId !== actor.id',
    '!link',
  ]),
  ...mutate({ area: 'entry', file: 'sign-up.server.ts', tests: ['sign-up.api.test.ts'], only: 'VA-03' }, [
    'an account survives a failed sign-up',
    'const id = await insertUser(tx.db, {',
    'const id = await insertUser(platform.db, {',
  ]),
  ...mutate({ area: 'entry', file: 'mailed.api.server.ts', tests: ['mailed.api.test.ts'], only: 'ER-03' }, [
    'a redirect to another site is accepted',
    'if (path === null) throw invalid({ callbackURL: messages.continueUrlForeign });',
    '',
  ]),
  ...mutate(
    { area: 'members', file: 'username-registry.server.ts', tests: ['profile.api.test.ts'], only: 'VA-02' },
    ['a username of another member is released', 'if (taken && taken.uid !== userId) throw usernameTaken();', ''],
    ['a username race is a server error', "if (constraint === 'username_registry_pkey') throw usernameTaken();", ''],
  ),
  ...mutate({ area: 'members', file: 'members.present.server.ts', tests: ['members.present.unit.test.ts'] }, [
    'a hidden contact is public',
    'row.contactVisible ? row.contact : null',
    'row.contact',
  ]),
  ...mutate(
    {
      area: 'wanted',
      file: 'match-wants.server.ts',
      tests: ['wanted-matches.test.ts', 'wanted-purchases.test.ts', 'wanted-time.test.ts'],
    },
    ['blocked members match', '!blocked.has(row.ownerId) &&', ''],
  ),
  ...mutate(
    {
      area: 'wanted',
      file: 'fill-wants.server.ts',
      tests: ['wanted-matches.test.ts', 'wanted-purchases.test.ts', 'wanted-time.test.ts'],
    },
    ['an order fills a want twice', '|| (await tx.db.$count(wantFill, eq(wantFill.orderId, orderId))) > 0', ''],
  ),
  ...mutate({ area: 'wanted', file: 'lock-owner.server.ts', tests: ['wanted-slots.test.ts'] }, [
    'concurrent wants exceed the limit',
    'pg_advisory_xact_lock(hashtextextended($1, 14))',
    '$1::text',
  ]),
  ...mutate({ area: 'alerts', file: 'searches-for.server.ts', tests: ['alerts.test.ts', 'alerts-matching.test.ts'] }, [
    'an alert about a blocked seller',
    ".filter(({ ownerId, listingId }) => !isBlockedPair(sellers.get(listingId) ?? '', ownerId))",
    '',
  ]),
  ...mutate({ area: 'vacation', file: 'stock.server.ts', tests: ['vacation.test.ts'] }, [
    'stock of a seller on vacation is held',
    'await refuseAway(tx, row.sellerId, now);',
    '',
  ]),
  ...mutate({ area: 'papers', file: 'print-documents.server.ts', tests: ['documents.test.ts'] }, [
    "another seller's addresses are printed",
    'and(eq(orders.sellerId, sellerId), which)',
    'which',
  ]),
  ...mutate({ area: 'photo-read', file: 'content-policy.ts', tests: ['photo-reader.test.ts'] }, [
    'the photo reader may connect anywhere',
    "'wasm-unsafe-eval'; connect-src 'self'",
    "'wasm-unsafe-eval'; connect-src *",
  ]),
  ...mutate({ area: 'ui', file: 'page-meta.ts', tests: ['parts.unit.test.tsx'] }, [
    'a secret address is indexed',
    '!words.noIndex && !words.isSecret;',
    '!words.noIndex;',
  ]),
  ...mutate({ area: 'traders', file: 'order-items.tsx', tests: ['order-notifications.unit.test.tsx'] }, [
    'the seller does not see the fee',
    '{share && (',
    '{false && share && (',
  ]),
  ...mutate({ area: 'traders', file: 'sellers-part.tsx', tests: ['amount-fields.unit.test.tsx'] }, [
    'a refused counter-offer loses its amount',
    "useState(typed ?? '')",
    "useState('')",
  ]),
  ...mutate({ area: 'screens', file: 'preview.tsx', tests: ['steps.unit.test.tsx'] }, [
    'an unknown price is shown as $0.00',
    'price: amount === null ? null : money(amount, form.currency)',
    'price: money(amount ?? 0, form.currency)',
  ]),
];
