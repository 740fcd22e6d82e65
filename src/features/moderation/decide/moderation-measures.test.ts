import { expect, test } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import type { TestMember } from '#testing/server.ts';
import { moderationMarket } from '../moderation.testing.ts';
import { decisionTimes } from '../words.ts';

const {
  court,
  join,
  call,
  admin,
  rows,
  page,
  form,
  mailsTo,
  rulingsOf: decisionsOf,
  appeal,
  answer,
  reported,
  made,
} = moderationMarket();

test('admins write notes on a case, and texts whose placeholders each report fills; other members read neither', async () => {
  const [ana, bob] = [await join(), await join()];
  const id = await putUpForSale(court.market, ana);
  const filed = await reported('listing', id, bob);
  const note = { text: 'Looks like the seller of last week.' };
  expect((await admin('POST', `/reports/${filed}/notes`, note)).body.notes).toMatchObject([
    { ...note, by: court.first.id, byName: 'Judge_1' },
  ]);
  expect((await admin('GET', `/reports/${filed}`, undefined, court.second)).body.notes).toHaveLength(1);
  expect((await admin('POST', `/reports/${filed}/notes`, note, bob)).status).toBe(403);

  const text = { name: 'A copy', reader: 'reported', text: 'Dear {member}, {thing} was a copy. You have {days} days.' };
  const wrong = await admin('POST', '/texts', { ...text, text: 'Dear {name}' });
  expect([wrong.status, wrong.body.errors.text]).toEqual([422, '{name} is not a placeholder. Use one from the list.']);
  const made = (await admin('POST', '/texts', text)).body;
  expect((await admin('POST', '/texts', { ...text, name: 'a COPY' })).body.code).toBe('text_taken');
  const [filled] = (await admin('GET', `/reports/${filed}/texts`)).body.items;
  expect(filled.text).toMatch(
    new RegExp(
      `^Dear ${ana.username}, your listing “Charizard.*” was a copy. You have ${decisionTimes.appealDays} days.$`,
    ),
  );
  const at = await page(`/admin/reports/${filed}?toReported=${made.id}`, court.first);
  expect(at.body).toContain(`Dear ${ana.username}, your listing`);
  const shown = await form(`/admin/reports/${filed}`, court.first, { act: 'note', note: 'Ask her for a photo.' });
  expect([
    shown.body.includes('Ask her for a photo.'),
    shown.body.includes('Looks like the seller of last week.'),
  ]).toEqual([true, true]);
  expect((await form(`/admin/reports/${filed}`, court.first, { act: 'note', note: ' ' })).status).toBe(422);
  expect((await page('/admin/texts', court.first)).body).toContain('Dear {member}');
  expect((await page('/admin/texts', bob)).status).toBe(403);
  const changed = await form('/admin/texts', court.first, {
    act: 'write',
    id: made.id,
    name: 'A copy',
    reader: 'reported',
    text: 'It was a copy.',
  });
  expect(changed.body).toContain('Template saved');
  expect((await admin('DELETE', `/texts/${made.id}`)).body).toEqual({ success: true });
  expect((await admin('GET', '/texts')).body.items).toEqual([]);
  for (const as of [ana, bob]) {
    const own = JSON.stringify([
      (await call('GET', '/api/export', as)).body,
      (await page('/settings/blocks', as)).body,
    ]);
    expect([own.includes('Looks like'), own.includes('Ask her')]).toEqual([false, false]);
  }
  expect(
    await rows("select act from audit_log where subject = any($1) and act <> 'report.claimed' order by line", [
      [filed, made.id],
    ]),
  ).toEqual(['case.noted', 'text.written', 'case.noted', 'text.changed', 'text.removed'].map((act) => ({ act })));
});

test('an upheld report names its rule to both sides, and hides its subject at once; the pages work without script', async () => {
  const [ana, bob] = [await join(), await join()];
  const id = await putUpForSale(court.market, ana);
  const filed = await reported('listing', id, bob);
  expect((await admin('GET', `/reports/${filed}`)).body.measures).toContain('hide');
  const unsaid = await form(`/admin/reports/${filed}`, court.first, { act: 'answer', toReporter: 'You were right.' });
  expect([unsaid.status, /<a href="#[^"]*decision">Select a decision\.<\/a>/.test(unsaid.body)]).toEqual([422, true]);
  const done = await form(`/admin/reports/${filed}`, court.first, {
    act: 'answer',
    decision: 'upheld',
    rule: 'real',
    measure: 'hide',
    toReporter: 'You were right.',
    toReported: 'The card is a copy.',
  });
  expect(done.body).toContain('Report closed. Both members were notified.');
  expect((await call('GET', `/api/listings/${id}`, ana)).body.status).toBe('paused');
  const [moderationDecision] = await decisionsOf(ana);
  expect(moderationDecision).toMatchObject({ act: 'listing_hidden', rule: 'real', reason: 'The card is a copy.' });
  const [toAna, toBob] = [await mailsTo(ana), await mailsTo(bob)].map((mails) =>
    mails.filter(({ subject }) => /eport|was paused/.test(subject)),
  );
  for (const mails of [toAna, toBob])
    expect(
      mails?.map(({ body_text }) => body_text.includes('Sell only authentic cards that are in your possession.')),
    ).toEqual([true]);
  expect(toAna?.[0]?.body_text).not.toContain(bob.username);

  const decision = `/settings/decisions/${moderationDecision.id}`;
  expect((await page('/settings/decisions', ana)).body).toContain(decision);
  expect((await page(decision, bob)).status).toBe(404);
  expect((await form(decision, ana, { text: '' })).status).toBe(422);
  const sent = await form(decision, ana, { text: 'I have the <b>receipt</b>.' });
  expect([sent.body.includes('Appeal sent.'), sent.body.includes('&lt;b&gt;receipt')]).toEqual([true, true]);
  expect((await page('/admin/appeals', court.second)).body).toContain(`/admin/appeals/${moderationDecision.id}`);
  const refused = await form(`/admin/appeals/${moderationDecision.id}`, court.first, {
    act: 'answer',
    outcome: 'overturned',
    answer: 'I was wrong.',
  });
  expect(refused.status).toBe(403);
  const overturned = await form(`/admin/appeals/${moderationDecision.id}`, court.second, {
    act: 'answer',
    outcome: 'overturned',
    answer: 'The receipt is good.',
  });
  expect(overturned.body).toContain('Decision reversed. We notified the member.');
  expect((await page(decision, ana)).body).toContain('The receipt is good.');
  expect((await call('GET', `/api/listings/${id}`, ana)).body.status).toBe('active');
});

test('a warning changes nothing; a limit prevents new listings, conversations and offers until its day, with a message, and lifting it or an appeal ends it', async () => {
  const [ana, bob] = [await join(), await join()];
  const listingId = await putUpForSale(court.market, bob);
  const draft = await call('POST', '/api/listings', ana, {
    game: 'pokemon',
    name: 'Eevee',
    condition: 'good',
    price: { amount: 300, currency: 'USD' },
    quantity: 1,
    status: 'draft',
  });
  const thread = await call('POST', '/api/threads', ana, { recipientId: bob.id, text: 'Is it still there?' });
  expect(
    (
      await admin('POST', `/members/${ana.username}/warnings`, {
        rule: 'no_spam',
        reason: 'Four times the same words.',
      })
    ).status,
  ).toBe(200);
  expect((await decisionsOf(ana))[0]).toMatchObject({ act: 'warned', rule: 'no_spam', appealIs: 'open', until: null });
  const notified = (await call('GET', '/api/notifications', ana)).body.items.find(
    ({ kind }: { kind: string }) => kind === 'rulings',
  );
  expect(notified).toMatchObject({ title: 'You received a warning', body: 'Four times the same words.' });
  const { status: made201, body: madeBefore } = await made(ana);
  expect(made201).toBe(201);
  const shown: string = madeBefore.id;

  expect((await admin('POST', `/members/${ana.id}/limit`, { rule: 'no_spam', reason: 'Again.', days: 3 })).status).toBe(
    200,
  );
  const refused = {
    status: 403,
    body: { code: 'limited', message: expect.stringContaining('Your account is restricted. You can ') },
  };
  expect(await made(ana)).toMatchObject(refused);
  // Nor by an edit: more copies, or another card. An equal or smaller listing is accepted.
  expect(await call('PATCH', `/api/listings/${shown}`, ana, { quantity: 9 })).toMatchObject(refused);
  expect(await call('PATCH', `/api/listings/${shown}`, ana, { name: 'Another card' })).toMatchObject(refused);
  expect((await call('PATCH', `/api/listings/${shown}`, ana, { price: { amount: 200, currency: 'USD' } })).status).toBe(
    200,
  );
  expect(await call('POST', `/api/listings/${draft.body.id}/publish`, ana)).toMatchObject(refused);
  expect(
    await call('POST', `/api/listings/${listingId}/offers`, ana, { amount: { amount: 100, currency: 'USD' } }),
  ).toMatchObject(refused);
  const eve = await join();
  expect(await call('POST', '/api/threads', ana, { recipientId: eve.id, text: 'Hello.' })).toMatchObject(refused);
  // Existing conversations continue, and other members are not limited.
  expect((await call('POST', `/api/threads/${thread.body.id}/messages`, ana, { text: 'Thank you.' })).status).toBe(201);
  expect((await made(eve)).status).toBe(201);

  const [limit] = await decisionsOf(ana);
  expect(limit).toMatchObject({ act: 'limited', until: expect.any(String) });
  expect((await admin('POST', `/members/${court.second.id}/limit`, { rule: 'no_spam', reason: 'No.' })).body.code).toBe(
    'is_operator',
  );
  expect(
    (await admin('POST', `/members/${court.second.id}/warnings`, { rule: 'no_spam', reason: 'No.' })).body.code,
  ).toBe('is_operator');
  expect((await admin('POST', `/members/${ana.id}/limit`, { rule: 'no_spam', reason: 'No.', days: 0 })).status).toBe(
    422,
  );
  expect(
    (await call('POST', `/api/admin/members/${bob.id}/limit`, ana, { rule: 'no_spam', reason: 'No.' })).status,
  ).toBe(403);
  await appeal(ana, limit.id);
  expect((await answer(limit.id, 'overturned', court.second)).status).toBe(200);
  expect(
    (await call('POST', `/api/listings/${listingId}/offers`, ana, { amount: { amount: 1_000, currency: 'USD' } }))
      .status,
  ).toBe(201);
  expect((await admin('DELETE', `/members/${ana.id}/limit`)).body.code).toBe('not_limited');

  const at = `/admin/members/${eve.id}`;
  expect((await form(at, court.first, { act: 'limit', rule: 'real', reason: ' ', days: '2' })).status).toBe(422);
  expect(
    (await form(at, court.first, { act: 'limit', rule: 'real', reason: 'Sold what was not there.', days: '2' })).status,
  ).toBe(200);
  expect((await page(at, court.first)).body).toContain('Restricted until');
  expect((await form(at, court.first, { act: 'unlimit' })).status).toBe(200);
  expect((await decisionsOf(eve))[0]).toMatchObject({ act: 'limited', appealIs: 'ended' });
  expect(await rows('select act from audit_log where subject = any($1) order by line', [[ana.id, eve.id]])).toEqual(
    ['member.warned', 'member.limited', 'member.unlimited', 'member.limited', 'member.unlimited'].map((act) => ({
      act,
    })),
  );
});

test('the measures of a report are a warning, a limit of days or a suspension; each commits with its answer or not at all', async () => {
  for (const [measure, act] of [
    ['warn', 'warned'],
    ['limit', 'limited'],
    ['suspend', 'suspended'],
  ] as const) {
    const [ana, bob] = [await join(), await join()];
    const filed = await reported('member', ana.id, bob, 'Insults or threats');
    const answered = {
      decision: 'upheld',
      measure,
      toReporter: 'You were right.',
      toReported: 'You insulted a buyer.',
    };
    expect((await admin('POST', `/reports/${filed}/answer`, { ...answered, measure: 'hide' })).body.errors).toEqual({
      measure: 'This action isn’t available for this report. Select another one.',
    });
    expect((await admin('POST', `/reports/${filed}/answer`, answered, court.second)).body.code).toBe(
      'report_not_taken',
    );
    expect(await rows('select 1 from ruling where member_id = $1', [ana.id])).toEqual([]);
    expect((await admin('POST', `/reports/${filed}/answer`, answered)).body).toMatchObject({
      state: 'answered',
      ground: expect.stringContaining('insult'),
    });
    expect(await rows('select act, rule, report_id from ruling where member_id = $1', [ana.id])).toEqual([
      { act, rule: 'respect', report_id: filed },
    ]);
    expect((await call('GET', '/api/profile', ana)).status).toBe(measure === 'suspend' ? 401 : 200);
  }
});

const wantOf = async (as: TestMember) => {
  const { status, body } = await call('POST', '/api/wanted', as, { title: 'Any Eevee', game: 'pokemon', quantity: 1 });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as string;
};

test('a wanted post is hidden by a decision: only its owner reads it and the reason, and a successful appeal opens it again', async () => {
  const [ana, bob] = [await join(), await join()];
  const id = await wantOf(ana);
  const hide = (as: TestMember, body: unknown = { reason: 'It asks for payment elsewhere.' }) =>
    admin('POST', `/wanted/${id}/hide`, body, as);
  expect([(await hide(bob)).status, (await hide(court.first, { reason: ' ' })).status]).toEqual([403, 422]);
  expect((await admin('POST', '/wanted/nobody/hide', { reason: 'No such post.' })).status).toBe(404);
  expect((await hide(court.first)).body).toMatchObject({
    status: 'closed',
    hidden: { reason: 'It asks for payment elsewhere.' },
    may: ['release'],
  });
  expect((await hide(court.first)).body.code).toBe('wrong_state');
  for (const [as, status] of [
    [ana, 200],
    [bob, 404],
  ] as const) {
    expect((await call('GET', `/api/wanted/${id}`, as)).status).toBe(status);
    expect((await page(`/wanted/${id}`, as)).status).toBe(status);
  }
  expect((await court.market.request('GET', `/api/wanted/${id}`)).status).toBe(404);
  expect((await call('GET', `/api/wanted?owner=${ana.id}`, bob)).body.items).toEqual([]);
  expect((await call('GET', `/api/wanted?owner=${ana.id}`, ana)).body.items).toHaveLength(1);
  expect((await page(`/wanted/${id}`, ana)).body).toContain('We’ve hidden this wanted post.');
  expect((await call('PATCH', `/api/wanted/${id}`, ana, { status: 'open' })).body.code).toBe('wrong_state');
  expect((await call('POST', `/api/wanted/${id}/respond`, bob, { text: 'I have it.' })).status).toBe(404);
  const [moderationDecision] = await decisionsOf(ana);
  expect(moderationDecision).toMatchObject({
    act: 'want_hidden',
    subject: { id, title: 'Any Eevee' },
    reason: 'It asks for payment elsewhere.',
    appealIs: 'open',
  });
  expect((await mailsTo(ana)).map(({ subject }) => subject)).toContain('Your wanted post was hidden: “Any Eevee”');
  await appeal(ana, moderationDecision.id);
  expect((await answer(moderationDecision.id, 'overturned', court.first)).status).toBe(403);
  expect((await answer(moderationDecision.id, 'overturned', court.second)).status).toBe(200);
  expect((await court.market.request('GET', `/api/wanted/${id}`)).body).toMatchObject({ status: 'open', hidden: null });

  // From a report, and shown again on the page without script; an admin does not judge their own post.
  const filed = await reported('wanted', id, bob, 'Spam or advertising');
  expect((await admin('GET', `/reports/${filed}`)).body.measures).toContain('hide');
  const answered = { decision: 'upheld', measure: 'hide', toReporter: 'You were right.', toReported: 'It is an ad.' };
  expect((await admin('POST', `/reports/${filed}/answer`, answered)).status).toBe(200);
  expect((await decisionsOf(ana))[0]).toMatchObject({ act: 'want_hidden', rule: 'no_spam', reason: 'It is an ad.' });
  expect((await page(`/admin/wanted/${id}`, bob)).status).toBe(403);
  expect((await form(`/admin/wanted/${id}`, court.first, { act: 'release' })).body).toContain('Wanted post restored');
  expect((await decisionsOf(ana))[0].appealIs).toBe('ended');
  expect((await form(`/admin/wanted/${id}`, court.first, { act: 'hide', reason: '' })).status).toBe(422);
  const own = await wantOf(court.first);
  expect([
    (await admin('POST', `/wanted/${own}/hide`, { reason: 'My own.' })).status,
    (await admin('GET', `/wanted/${own}`)).body.may,
  ]).toEqual([403, []]);
  expect(await rows('select act from audit_log where subject = $1 order by line', [id])).toEqual(
    ['want.hidden', 'want.released', 'want.hidden', 'want.released'].map((act) => ({ act })),
  );
});

test('an admin hides a want list and shows it again without script, and an appeal links to its subject', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await call('POST', '/api/want-lists', ana, { name: 'Rude words', isPublic: true })).body;
  const at = `/admin/want-lists/${id}`;
  expect((await page(at, bob)).status).toBe(403);
  expect((await page(`/want-lists/${id}`, court.first)).body).toContain(`href="${at}"`);
  expect((await page(`/want-lists/${id}`, bob)).body).not.toContain(at);
  expect((await form(at, court.first, { act: 'hide', reason: '' })).status).toBe(422);
  expect((await form(at, court.first, { act: 'hide', reason: 'It insults.' })).body).toContain('Want list hidden.');
  const want = await wantOf(ana);
  expect((await admin('POST', `/wanted/${want}/hide`, { reason: 'It is an ad.' })).status).toBe(200);
  const decisions: { id: string; act: string }[] = await decisionsOf(ana);
  expect(decisions.map(({ act }) => act).sort()).toEqual(['list_hidden', 'want_hidden']);
  for (const { id: moderationDecision, act } of decisions)
    expect((await page(`/admin/appeals/${moderationDecision}`, court.first)).body).toContain(
      `href="${act === 'list_hidden' ? at : `/admin/wanted/${want}`}"`,
    );
  expect((await form(at, court.first, { act: 'release' })).body).toContain('Want list restored');
  expect((await page(`/want-lists/${id}`, bob)).status).toBe(200);
  const report = await reported('list', id, bob, 'Insults or threats');
  expect((await page(`/admin/reports/${report}`, court.first)).body).toContain(`href="${at}"`);
});
