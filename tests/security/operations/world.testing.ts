import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { subscriber } from '#features/tiers/testing.ts';
import { newId } from '#kernel/ids.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';

/** A market in which a victim owns one of everything, so that every operation has something of theirs to reach for. */
export interface World {
  market: TestMarket;
  victim: TestMember;
  /** Another member without any part in the victim's things. */
  stranger: TestMember;
  admin: TestMember;
  ids: {
    draft: string;
    active: string;
    /** A second one, to be deleted. */
    doomed: string;
    paused: string;
    photo: string;
    favorite: string;
    /** The victim sold it, it is paid and not sent. */
    sold: string;
    /** The victim bought it and has not paid. */
    bought: string;
    /** What the victim bought is paid with. */
    purchase: string;
    /** The victim bought it, and it was sent. */
    shipped: string;
    /** Of what the victim sold: Stripe sent it back. */
    failedRefund: string;
    /** Of what the victim sold: the buyer's bank asks for the payment back. */
    chargeback: string;
    /** The victim sold and sent it; the buyer reported a problem, and it is marked for an operator. */
    reported: string;
    /** The victim sells it and takes offers. */
    bargain: string;
    /** The victim was offered something for each, and has not answered. */
    offered: string;
    offeredToo: string;
    offeredLast: string;
    /** The victim offers something for it. */
    made: string;
    /** The victim looks for it. */
    wanted: string;
    search: string;
    /** The victim's public want list. */
    shownList: string;
    /** The victim's private want list; something was brought for it. */
    list: string;
    /** In the victim's address book. */
    address: string;
    /** A third member wrote it about the victim. */
    review: string;
    /** Of the victim and a third member. */
    thread: string;
    /** The victim was reported by a third member; the report is unassigned. */
    toldOf: string;
    /** Another such report, which the operator has taken. */
    given: string;
    text: string;
    decision: string;
    appealed: string;
    /** Of the victim's selling fees. */
    invoice: string;
    /** The victim has a notification. */
    notification: string;
    session: string;
    passkey: string;
    subscription: string;
    /** The stranger's own draft. */
    foreignDraft: string;
    avatar: string;
    stock: string;
    stockColumns: string;
    bulk: string;
    rule: string;
    /** The server's: a job that is no longer retried. */
    failedJob: string;
    /** The market's. */
    ad: string;
  };
}

/** Words of the victim that no answer to another member may contain. */
export const secretWords = [
  'victim_owner@example.test',
  'victims own contact',
  'Rue de la Victime',
  'between the victim and a third',
];

export async function makeWorld(market: TestMarket): Promise<World> {
  const victim = await subscriber(market, 'victim_owner');
  const [stranger, admin, third] = [
    await market.signUp('some_stranger'),
    await market.signUp('the_operator'),
    await market.signUp('third_party'),
  ];
  const { pool } = market.platform;
  await pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  for (const member of [stranger, third]) await makePremium(market, member);

  const made = async (as: TestMember, method: string, path: string, body?: unknown) => {
    const answer = await market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await made(victim, 'PATCH', '/api/profile', { bio: 'hello', contact: 'victims own contact' });
  const listing = { game: 'pokemon', name: 'Mew', condition: 'good', price: { amount: 700, currency: 'USD' } };
  const [draft, active, doomed, paused, foreignDraft] = await Promise.all([
    ...['draft', 'active', 'draft', 'active'].map((status) =>
      made(victim, 'POST', '/api/listings', { ...listing, status }),
    ),
    made(stranger, 'POST', '/api/listings', { ...listing, status: 'draft' }),
  ]);
  await made(victim, 'POST', `/api/listings/${paused.id}/pause`);
  const withPhoto = await made(victim, 'POST', `/api/listings/${draft.id}/photos`, photoForm('photos'));
  const theirs = await putUpForSale(market, third);
  await made(victim, 'PUT', `/api/favorites/${theirs}`);
  await made(victim, 'POST', '/api/cart/lines', { listingId: theirs });
  await made(victim, 'POST', '/api/profile/avatar', photoForm('photo'));

  const sale = await buyPlaced(market, third, await putUpForSale(market, victim));
  await pay(sale.checkoutUrl);
  const parcel = await buyPlaced(market, victim, await putUpForSale(market, third));
  await pay(parcel.checkoutUrl);
  const reported = await buyPlaced(market, third, await putUpForSale(market, victim));
  await pay(reported.checkoutUrl);
  await passTime(market);
  await made(victim, 'POST', `/api/orders/${reported.order.id}/ship`, { carrier: 'Post' });
  await made(third, 'POST', `/api/orders/${reported.order.id}/dispute`, { reason: 'damaged', text: 'Bent.' });
  await pool.query("update orders set attention = 'Somebody should look.' where id = $1", [reported.order.id]);
  await made(third, 'POST', `/api/orders/${parcel.order.id}/ship`, { carrier: 'Post' });
  await pool.query(
    `update orders set address = '{"name":"V","line1":"Rue de la Victime 1","line2":null,"city":"Lyon","state":null,"postalCode":"69001","country":"FR"}' where buyer_id = $1`,
    [victim.id],
  );
  const thread = await made(third, 'POST', '/api/threads', {
    recipientId: victim.id,
    text: 'This stays between the victim and a third.',
  });
  const notified = { reason: 'fraud', text: 'This stays between the victim and a third.' };
  const notifiedOf = await made(third, 'POST', `/api/members/${victim.id}/report`, notified);
  const given = await made(third, 'POST', `/api/members/${victim.id}/report`, notified);
  await pool.query("update member_report set state = 'claimed', claimed_by = $2, claimed_at = $3 where id = $1", [
    given.id,
    admin.id,
    market.clock.now(),
  ]);
  const wanted = await made(victim, 'POST', '/api/wanted', { title: 'A Mew', game: 'pokemon' });
  const search = await made(victim, 'POST', '/api/saved-searches', { name: 'victims own contact', query: 'q=mew' });
  const shownList = await made(victim, 'POST', '/api/want-lists', { name: 'A deck', isPublic: true });
  const list = await made(victim, 'POST', '/api/want-lists', { name: 'victims own wishes' });
  await pool.query(
    "insert into want_list_line (list_id, n, card_id, game, name, any_printing, quantity, sought, created_at) values ($1, 1, 'none', 'pokemon', 'Mew', false, 1, 'none', $2)",
    [list.id, market.clock.now()],
  );
  await made(victim, 'POST', `/api/want-lists/${list.id}/import`, { text: '1 Mew' });
  const address = await made(victim, 'POST', '/api/addresses', {
    name: 'victims own name',
    line1: '1 Rue de Rivoli',
    city: 'Paris',
    country: 'FR',
  });
  const { order: bought, purchaseId: purchase } = await buyPlaced(market, victim, await putUpForSale(market, third));

  const offered = [];
  for (let n = 0; n < 3; n++)
    offered.push(
      await made(third, 'POST', `/api/listings/${await putUpForSale(market, victim)}/offers`, { amount: 900 }),
    );
  const ownOffer = await made(victim, 'POST', `/api/listings/${await putUpForSale(market, third)}/offers`, {
    amount: 900,
  });
  const bargain = await putUpForSale(market, victim, { price: 800 });

  const [passkey, lost, failedRefund] = [newId(), newId(), newId()];
  await pool.query(
    `insert into refund (id, order_id, amount, currency, cause, state, asked_at, failed_at, failure)
     values ($1, $2, 1, 'USD', 'seller', 'failed', $3, $3, 'expired_or_canceled_card')`,
    [failedRefund, sale.order.id, market.clock.now()],
  );
  const chargeback = 'du_of_what_the_victim_sold';
  await pool.query(
    `insert into chargeback (id, purchase_id, status, reason, amount, is_refundable, opened_at, reading, read_at)
     values ($1, $2, 'needs_response', 'fraudulent', 1, true, $3, 0, $3)`,
    [chargeback, sale.purchaseId, market.clock.now()],
  );
  await pool.query('insert into chargeback_part (chargeback_id, order_id, amount) values ($1, $2, 1)', [
    chargeback,
    sale.order.id,
  ]);
  for (const [key, owner] of [
    [passkey, victim],
    [lost, third],
  ] as const) {
    await pool.query(
      `insert into auth_passkey (id, user_id, credential_id, public_key, user_handle, device_type, backed_up, aaguid, name, created_at)
       values ($1, $2, $1, 'key', $2, 'singleDevice', false, '0', 'Laptop', $3)`,
      [key, owner.id, market.clock.now()],
    );
  }
  const review = newId();
  await pool.query(
    `insert into review (id, order_id, author_id, member_id, rating, shows_at, shown_at, created_at, updated_at) values ($1, $2, $3, $4, 5, $5, $5, $5, $5)`,
    [review, sale.order.id, third.id, victim.id, market.clock.now()],
  );
  const invoice = newId();
  await pool.query(
    `insert into invoice (id, number, kind, seller_id, month, currency, net, tax, tax_basis_points, tax_name, lines, issuer, recipient, issued_at)
     values ($1, $1, 'invoice', $2, '2020-01', 'USD', 1, 0, 0, 'VAT', '[]', '[]', '["victims own contact"]', $3)`,
    [invoice, victim.id, market.clock.now()],
  );
  const notification = newId();
  await pool.query(
    `insert into notification (id, user_id, kind, about, title, body, link, created_at) values ($1, $2, 'sales', $1, 'victims own contact', '', '/orders', $3)`,
    [notification, victim.id, market.clock.now()],
  );
  const stockColumns = newId();
  await pool.query(
    `insert into stock_import_columns (id, seller_id, header, columns, currency, created_at) values ($1, $2, '{a,b,c}', '{"name":0,"condition":1,"quantity":2}', 'USD', $3)`,
    [stockColumns, victim.id, market.clock.now()],
  );
  const stock = newId();
  await pool.query(
    "insert into stock_import (id, seller_id, format, status, notes, created_at) values ($1, $2, 'manabox', 'preview', '{}', $3)",
    [stock, victim.id, market.clock.now()],
  );
  await pool.query(
    `insert into stock_import_row (import_id, n, status, said, candidates, condition, language, quantity, currency, is_left_out, notes)
     values ($1, 1, 'sure', 'victims own contact', '{}', 'good', 'en', 1, 'USD', false, '{}')`,
    [stock],
  );
  const { rows: failed } = await pool.query(
    "select id::text from graphile_worker.add_job('listings.reconcile', '{}'::json, run_at := now() + interval '1 year')",
  );
  const failedJob = failed[0].id;
  await pool.query("select graphile_worker.permanently_fail_jobs(array[$1::bigint], 'The disk was full.')", [
    failedJob,
  ]);
  const rule = newId();
  await pool.query(
    `insert into bulk_rule (id, seller_id, name, choice, change, created_at)
     values ($1, $2, 'Mine', '{"status":["active"],"query":""}', '{"do":"market","percent":-5,"floor":null,"aboveCost":false,"mostPercent":null}', $3)`,
    [rule, victim.id, market.clock.now()],
  );
  const bulk = newId();
  await pool.query(
    `insert into bulk_change (id, seller_id, change, status, created_at) values ($1, $2, '{"do":"percent","percent":-5,"floor":null}', 'preview', $3)`,
    [bulk, victim.id, market.clock.now()],
  );
  await pool.query(
    `insert into bulk_change_row (change_id, n, listing_id, title, state, currency, price_amount, new_amount)
     values ($1, 1, $2, 'victims own contact', 'will', 'USD', 100, 95)`,
    [bulk, active.id],
  );
  const ad = await made(admin, 'POST', '/api/admin/ads', {
    text: 'A fair in May.',
    link: '/premium',
    from: '2026-01-01T00:00:00Z',
    to: '2036-01-01T00:00:00Z',
    weight: 1,
  });
  const text = await made(admin, 'POST', '/api/admin/texts', {
    name: 'Of the world',
    reader: 'reporter',
    text: 'Thank you.',
  });
  const [decision, appealed] = [newId(), newId()];
  for (const [decisionId, against, reason, words] of [
    [decision, victim.id, 'victims own contact', null],
    [appealed, stranger.id, 'What the stranger did.', 'It was not me.'],
  ])
    await pool.query(
      `insert into ruling (id, member_id, act, rule, reason, decided_by, decided_at, appeal, appealed_at)
       values ($1, $2, 'warned', 'honest', $5, 'an operator', $3::timestamptz, $4::text, case when $4::text is not null then $3::timestamptz end)`,
      [decisionId, against, market.clock.now(), words, reason],
    );
  // What they wrote each other has been delivered: the first look of a device says so to who wrote it.
  for (const as of [victim, stranger, third, admin]) await made(as, 'GET', '/api/counters');
  const one = async (query: string) => (await pool.query(query, [victim.id])).rows[0];
  return {
    market,
    victim,
    stranger,
    admin,
    ids: {
      draft: draft.id,
      active: active.id,
      doomed: doomed.id,
      paused: paused.id,
      photo: withPhoto.photos[0].id,
      favorite: theirs,
      sold: sale.order.id,
      bought: bought.id,
      purchase,
      shipped: parcel.order.id,
      bargain,
      offered: offered[0].id,
      offeredToo: offered[1].id,
      offeredLast: offered[2].id,
      made: ownOffer.id,
      session: (await one('select id from auth_session where user_id = $1')).id,
      wanted: wanted.id,
      shownList: shownList.id,
      search: search.id,
      list: list.id,
      address: address.id,
      review,
      thread: thread.id,
      toldOf: notifiedOf.id,
      given: given.id,
      text: text.id,
      decision,
      appealed,
      invoice,
      notification,
      passkey,
      failedRefund,
      chargeback,
      reported: reported.order.id,
      subscription: (await one('select stripe_subscription_id as id from subscription where user_id = $1')).id,
      foreignDraft: foreignDraft.id,
      stock,
      stockColumns,
      bulk,
      rule,
      failedJob,
      ad: ad.id,
      avatar: (await one('select avatar_url as url from profile where user_id = $1')).url,
    },
  };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function photoForm(field: string): FormData {
  const form = new FormData();
  form.append(field, new Blob([png], { type: 'image/png' }), 'card.png');
  return form;
}

export function stockForm(): FormData {
  const form = new FormData();
  const rows = 'Quantity,Name,Finish,Condition,Edition Name,Multiverse Id,Scryfall ID\n1,Mew,Normal,NM,Alpha,,';
  form.append('file', new Blob([rows], { type: 'text/csv' }), 'stock.csv');
  return form;
}
