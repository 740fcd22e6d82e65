import { afterAll, beforeAll, expect, test } from 'vitest';
import { passTime } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { type FullLife, liveFully, ownWord } from '../../../tests/contracts/personal-data/full-life.testing.ts';

let market: TestMarket;
let life: FullLife;
beforeAll(async () => {
  market = await startTestMarket();
  life = await liveFully(market);
}, 240_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;

/** `table.column` of each text, list or JSON in the database that holds the word, jobs that wait included. */
async function placesOf(word: string): Promise<string[]> {
  const columns = await rows(
    `select c.table_schema as s, c.table_name as t, c.column_name as c from information_schema.columns c
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker') and c.data_type in ('text', 'ARRAY', 'json', 'jsonb', 'character varying', 'USER-DEFINED', 'bytea')`,
  );
  expect(columns.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const { s, t, c } of columns)
    if (
      (await rows(`select 1 from "${s}"."${t}" where position($1 in lower("${c}"::text)) > 0 limit 1`, [word])).length >
      0
    )
      found.push(`${t}.${c}`);
  return found.sort();
}

/** What holds the member's words after they have gone, each with the reason. */
const reasons: Record<string, string> = {
  'order_item.snapshot': 'what was sold, of which the other side and the law keep a record',
  'order_item.title': 'what was sold, of which the other side and the law keep a record',
  'listing.name': 'of a listing that was ordered: orders show it',
  'listing.title': 'of a listing that was ordered: orders show it',
  'notification.title': 'of an offer: it names what its reader offered for',
  'notification.params': 'of the order: `On its way: …` names what its reader bought',
  'review.text': 'what others are told of the reviewed member stays theirs, by “Deleted member”',
  'review.reply': 'stands under the review of the other one',
  'thread_message.text': 'the other side’s record of the conversation',
  'member_report.text': 'a report is decided, appealed and answered for by the operator',
  'member_report.messages': 'a report is decided, appealed and answered for by the operator',
  'ruling.appeal': 'a decision is answered for by the operator',
  'outbox_event.data': 'the text of a message on its way to open pages; swept with the outbox',
  'username_registry.username': 'nobody else can pose under the name',
  'username_registry.username_key': 'nobody else can pose under the name',
  'sandbox_mail.body_html': 'the stand-in of a mail server: mails that were sent',
  'sandbox_mail.body_text': 'the stand-in of a mail server: mails that were sent',
  'sandbox_mail.recipient': 'the stand-in of a mail server: mails that were sent',
  'sandbox_mail.subject': 'the stand-in of a mail server: mails that were sent',
  'sandbox_stripe_idempotency.body': 'the stand-in of the payment company',
  'sandbox_stripe_object.data': 'the stand-in of the payment company',
};

test('[AP-05] the name, the email and the words of who is deleted are nowhere but in what must stay', {
  timeout: 120_000,
}, async () => {
  const titles = async () =>
    (await market.request('GET', '/api/notifications?limit=100', { as: life.other })).body.items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles()).toEqual(
    expect.arrayContaining([
      `New message from ${life.member.username}`,
      `${life.member.username} reviewed you`,
      `${life.member.username} is back`,
      `Report reviewed: ${life.member.username}`,
      expect.stringMatching(`^New listings? from ${life.member.username}$`),
    ]),
  );
  expect((await placesOf(ownWord)).length).toBeGreaterThan(50);
  // As a release before wrote it.
  await rows(
    `update notification set named_id = null, code = null, params = null, title = $1 || ' reviewed you', body = 'Read it.'
     where kind = 'reviews' and named_id = $2`,
    [life.member.username, life.member.id],
  );
  const answer = await market.request('POST', '/api/users/delete-account', {
    as: life.member,
    body: { password: life.member.password },
  });
  expect([answer.status, answer.body.message]).toEqual([200, 'Your account has been deleted.']);
  await passTime(market);
  const still = await placesOf(ownWord);
  expect(await titles()).toEqual(
    expect.arrayContaining([
      'New message from Deleted member',
      'Deleted member reviewed you',
      'Deleted member is back',
    ]),
  );
  expect(still.filter((place) => !(place in reasons))).toEqual([]);
  // Of who they were not even that: name and email stand in the reserved name, what others wrote or were sent, and
  // nowhere else.
  for (const word of [life.member.username, life.member.email])
    expect((await placesOf(word)).filter((place) => !/^(username_registry|sandbox_)/.test(place))).toEqual([]);
});
