import { expect, test } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import type { TestMember } from '#testing/server.ts';
import { moderationMarket } from '../moderation.testing.ts';

const { court, join, call, admin, page, mailsTo, rulingsOf: decisionsOf, reported } = moderationMarket();

const uphold = (report: string, measure?: string) =>
  admin('POST', `/reports/${report}/answer`, {
    decision: 'upheld',
    ...(measure && { measure }),
    toReporter: 'Thank you.',
    toReported: 'It breaks our rules.',
  });
/** What the member reads about the newest decision: on its page, in the list, and in the email. */
async function readBy(member: TestMember) {
  const [decision] = await decisionsOf(member);
  return {
    decision,
    texts: [
      (await page(`/settings/decisions/${decision.id}`, member)).body,
      (await page('/settings/decisions', member)).body,
      (await mailsTo(member)).at(-1)?.body_text ?? '',
    ],
  };
}

test('a decision from a report names the reported listing to its member, on the pages and by email', async () => {
  for (const measure of [undefined, 'warn', 'limit']) {
    const [ana, bob] = [await join(), await join()];
    const id = await putUpForSale(court.market, ana);
    expect((await uphold(await reported('listing', id, bob), measure)).status).toBe(200);
    const { decision, texts } = await readBy(ana);
    expect(decision.subject).toEqual({ kind: 'listing', id, title: expect.stringContaining('Charizard') });
    for (const text of texts) expect(text).toContain('Your listing “Charizard');
  }
});

test('a decision about a reported message names it as one, without the conversation that would disclose the reporter', async () => {
  const [ana, bob] = [await join(), await join()];
  const opened = await call('POST', '/api/threads', ana, { recipientId: bob.id, text: 'Pay me by bank transfer.' });
  expect((await uphold(await reported('message', opened.body.message.id, bob), 'warn')).status).toBe(200);
  const { decision, texts } = await readBy(ana);
  expect(decision.subject).toEqual({ kind: 'message', id: null, title: null });
  for (const text of texts) {
    expect(text).toContain('A message you sent');
    expect(text).not.toContain(bob.username);
  }
});

test('a decision without a report is about the account, and a notification of hidden content has its title', async () => {
  const ana = await join();
  await admin('POST', `/members/${ana.id}/warnings`, { rule: 'no_spam', reason: 'Four times the same words.' });
  const warned = await readBy(ana);
  expect(warned.decision.subject).toEqual({ kind: 'member', id: null, title: null });
  const [onPage, , byEmail] = warned.texts;
  expect([onPage?.includes('<dd>Your account</dd>'), byEmail?.includes('About: Your account')]).toEqual([true, true]);
  const { id } = (await call('POST', '/api/wanted', ana, { title: 'Any Eevee', game: 'pokemon', quantity: 1 })).body;
  expect((await admin('POST', `/wanted/${id}/hide`, { reason: 'It is an ad.' })).status).toBe(200);
  const hidden = await readBy(ana);
  expect(hidden.decision.subject).toEqual({ kind: 'wanted', id, title: 'Any Eevee' });
  for (const text of hidden.texts) expect(text).toContain('Your wanted post “Any Eevee”');
  const titles = (await call('GET', '/api/notifications', ana)).body.items.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(
    expect.arrayContaining(['You received a warning', 'Your wanted post was hidden: “Any Eevee”']),
  );
});
