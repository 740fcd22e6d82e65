import { expect, test } from 'vitest';
import { signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { wantedMarket } from '../wanted.testing.ts';

const { at, entries, list, mails, ofCard, read, want } = wantedMarket();

test('[EN-10] renewing with the current version is one change, and with another one none', async () => {
  const vic = await at.market.signUp('match_renews');
  const id = await want(vic, ofCard('base1-4'));
  await at.market.advance(dayMs);
  const before = await read(id);
  const edit = (body: object) => at.market.request('PATCH', `/api/wanted/${id}`, { as: vic, body });
  expect((await edit({ status: 'open', version: before.version + 1 })).body.code).toBe('want_changed');
  expect(await read(id)).toEqual(before);
  const renewed = await edit({ status: 'open', quantity: 2, version: before.version });
  expect([
    renewed.status,
    renewed.body.quantity,
    Math.floor((Date.parse(renewed.body.expiresAt) - Date.parse(before.expiresAt)) / dayMs),
  ]).toEqual([200, 2, 1]);
});

test('[EN-10] an edit of an older version is refused and overwrites nothing', async () => {
  const kim = await at.market.signUp('match_stale');
  const id = await want(kim, { ...ofCard('base1-4'), quantity: 3 });
  const { version } = (await at.market.request('GET', `/api/wanted/${id}`)).body;
  const edit = (body: object) => at.market.request('PATCH', `/api/wanted/${id}`, { as: kim, body });
  expect((await edit({ quantity: 2, version })).status).toBe(200);
  const stale = await edit({ quantity: 3, version });
  expect([stale.status, stale.body.code, stale.body.message]).toEqual([
    409,
    'want_changed',
    'This wanted post has changed and now asks for 2 copies. Check your changes and save again.',
  ]);
  expect((await edit({ quantity: 4 })).body).toMatchObject({ quantity: 4 });
});

test('[EN-10] the owner is notified at once, daily or weekly; another choice moves pending alerts', async () => {
  const ivy = await at.market.signUp('match_daily');
  const id = await want(ivy, { ...ofCard('lea-161'), frequency: 'weekly' });
  expect(
    await at.market.request('PATCH', `/api/wanted/${id}`, { as: ivy, body: { frequency: 'hourly' } }),
  ).toMatchObject({
    status: 422,
    body: { errors: { frequency: 'Use now, daily or weekly.' } },
  });
  await list('lea-161');
  await list('lea-161');
  expect([await entries(ivy), await mails(ivy)]).toEqual([[], []]);
  await at.market.request('PATCH', `/api/wanted/${id}`, { as: ivy, body: { frequency: 'daily' } });
  await at.market.runJobs();
  expect(await mails(ivy)).toEqual([]);
  await at.market.advance(dayMs);
  const back = await signInAgain(at.market, ivy);
  expect([(await entries(back)).length, (await mails(back)).length]).toEqual([1, 1]);
  await at.market.request('PATCH', `/api/wanted/${id}`, { as: back, body: { frequency: 'now' } });
  // At most one email in ten minutes.
  await at.market.advance(hourMs);
  await list('lea-161');
  expect((await mails(back)).length).toBe(2);
});

test('[EN-10] three days before its end its owner is reminded, and renews it with one press, also after its end', async () => {
  let gus = await at.market.signUp('match_renewer');
  const id = await want(gus, { title: 'An Aerodactyl', game: 'pokemon' });
  const { expiresAt } = (await at.market.request('GET', `/api/wanted/${id}`)).body;
  await at.market.advance(87 * dayMs - minuteMs);
  gus = await signInAgain(at.market, gus);
  expect(await entries(gus)).toEqual([]);
  await at.market.advance(minuteMs);
  expect(await entries(gus)).toMatchObject([{ title: 'Ends soon: An Aerodactyl', link: `/wanted/${id}/renew` }]);
  const { rows } = await at.market.platform.pool.query<{ body_text: string }>(
    'select body_text from sandbox_mail where recipient = $1 and subject like $2',
    [gus.email, 'Ends soon: %'],
  );
  expect(rows).toMatchObject([{ body_text: expect.stringContaining(`/wanted/${id}/renew`) }]);
  const renew = (as: TestMember) => at.market.request('PATCH', `/api/wanted/${id}`, { as, body: { status: 'open' } });
  expect((await renew(await signInAgain(at.market, at.ann))).status).toBe(403);
  const renewed = (await renew(gus)).body;
  expect(Math.floor((Date.parse(renewed.expiresAt) - Date.parse(expiresAt)) / dayMs)).toBe(87);
  await at.market.advance(4 * dayMs);
  expect((await at.market.request('GET', `/api/wanted/${id}`)).body.status).toBe('open');
  await at.market.advance(90 * dayMs);
  gus = await signInAgain(at.market, gus);
  expect((await at.market.request('GET', `/api/wanted/${id}`)).body.status).toBe('expired');
  expect((await renew(gus)).body.status).toBe('open');
  await at.market.request('PATCH', `/api/wanted/${id}`, { as: gus, body: { status: 'closed' } });
  expect((await renew(gus)).status).toBe(409);
});
