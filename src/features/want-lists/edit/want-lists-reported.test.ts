import { expect, test } from 'vitest';
import type { TestMember } from '#testing/server.ts';
import { listMarket } from '../want-lists.testing.ts';

const { at, call, makeWith, read } = listMarket();
const ask = async (text: string, values: unknown[] = []) => (await at.market.platform.pool.query(text, values)).rows;
const adminMember = async (name: string) => {
  const made = await at.market.signUp(name);
  await ask("update auth_user set role = 'admin' where id = $1", [made.id]);
  return made;
};
const report = (as: TestMember, id: string) =>
  at.market.request('POST', '/api/reports', {
    as,
    body: { subject: { kind: 'list', id }, reason: 'Insults or threats' },
  });

const admin = (as: TestMember, method: string, path: string, body?: object) =>
  at.market.request(method, `/api/admin${path}`, { as, ...(body && { body }) });
const reason = { reason: 'The name insults somebody.' };

test('an admin shows a hidden list again, and decides about no list of their own', async () => {
  const [ann, judge] = [await at.market.signUp('list_slip'), await adminMember('list_judge_3')];
  const id = await makeWith(ann, '1 Charizard', true);
  const hide = () => admin(judge, 'POST', `/want-lists/${id}/hide`, reason);
  const show = () => admin(judge, 'DELETE', `/want-lists/${id}/hide`);
  expect((await admin(judge, 'GET', `/want-lists/${id}`)).body).toMatchObject({
    name: 'Commander deck',
    ownerName: ann.username,
    isPublic: true,
    lineCount: 1,
    hidden: null,
    may: ['hide'],
  });
  expect((await show()).body.code).toBe('wrong_state');
  expect((await hide()).body).toMatchObject({ hidden: reason, may: ['release'] });
  expect((await hide()).body.code).toBe('wrong_state');
  expect((await call('GET', `/${id}`, null)).status).toBe(404);
  expect((await show()).body).toMatchObject({ hidden: null, may: ['hide'] });
  expect((await call('GET', `/${id}`, null)).status).toBe(200);
  expect((await at.market.request('GET', '/api/rulings', { as: ann })).body.items).toMatchObject([
    { act: 'list_hidden', appealIs: 'ended' },
  ]);
  const own = await makeWith(judge, '1 Charizard', true);
  expect((await admin(judge, 'POST', `/want-lists/${own}/hide`, reason)).status).toBe(403);
  expect((await admin(judge, 'GET', `/want-lists/${own}`)).body.may).toEqual([]);
  for (const none of ['nobody', '%00']) expect((await admin(judge, 'GET', `/want-lists/${none}`)).status).toBe(404);
});

test('making a reported list private is no escape; admins read no name of a private one without a report', async () => {
  const [ann, bob, judge] = [
    await at.market.signUp('list_escape'),
    await at.market.signUp('list_saw_it'),
    await adminMember('list_judge_4'),
  ];
  const id = await makeWith(ann, '1 Charizard', true);
  const looked = async () => (await admin(judge, 'GET', `/want-lists/${id}`)).body;
  const filed = await report(bob, id);
  expect(filed.status).toBe(201);
  expect((await call('PATCH', `/${id}`, ann, { isPublic: false })).status).toBe(200);
  expect(await looked()).toMatchObject({ name: 'Commander deck', isPublic: false, may: ['hide'] });
  expect((await admin(judge, 'POST', `/reports/${filed.body.id}/claim`)).status).toBe(200);
  const answered = {
    decision: 'upheld',
    rule: 'respect',
    toReporter: 'Thank you.',
    toReported: reason.reason,
    measure: 'hide',
  };
  expect((await admin(judge, 'POST', `/reports/${filed.body.id}/answer`, answered)).status).toBe(200);
  await call('PATCH', `/${id}`, ann, { isPublic: true });
  expect((await call('GET', `/${id}`, bob)).status).toBe(404);
  expect((await read(id, ann)).hiddenReason).toBe(reason.reason);
  // Private and shown again: only the owner sees it, and admins no longer read its name.
  await call('PATCH', `/${id}`, ann, { isPublic: false });
  expect((await admin(judge, 'DELETE', `/want-lists/${id}/hide`)).body).toMatchObject({
    name: null,
    isPublic: false,
    hidden: null,
    may: [],
  });
  expect((await call('GET', `/${id}`, judge)).status).toBe(404);
  expect((await admin(judge, 'POST', `/want-lists/${id}/hide`, reason)).status).toBe(404);
});

test('a public list is reported without its owner’s name, hidden by an admin with a reason, and shown again by a successful appeal', async () => {
  const [ann, bob] = [await at.market.signUp('list_rude'), await at.market.signUp('list_reporter')];
  const [first, second] = [await adminMember('list_judge_1'), await adminMember('list_judge_2')];
  const [id, secret] = [await makeWith(ann, '1 Charizard', true), await makeWith(ann, '1 Umbreon VMAX')];
  expect([(await report(bob, secret)).status, (await report(ann, id)).status]).toEqual([404, 403]);
  const filed = await report(bob, id);
  expect(filed.status).toBe(201);
  const admin = (method: string, path: string, body?: object, as = first) =>
    at.market.request(method, `/api/admin${path}`, { as, ...(body && { body }) });
  expect((await admin('POST', `/reports/${filed.body.id}/claim`)).status).toBe(200);
  expect((await admin('GET', `/reports/${filed.body.id}`)).body).toMatchObject({
    subject: { kind: 'list', id, title: 'Commander deck' },
  });
  const answered = {
    decision: 'upheld',
    rule: 'respect',
    toReporter: 'Thank you.',
    toReported: 'The name insults somebody.',
    measure: 'hide',
  };
  expect((await admin('POST', `/reports/${filed.body.id}/answer`, answered)).status).toBe(200);
  await at.market.runJobs();

  expect([
    (await call('GET', `/${id}`, bob)).status,
    (await call('GET', `/${id}`, null)).status,
    (await call('GET', `/${id}/export`, null)).status,
  ]).toEqual([404, 404, 404]);
  expect((await read(id, ann)).hiddenReason).toBe('The name insults somebody.');
  // Making it private and public again shows it to no other member.
  for (const isPublic of [false, true]) await call('PATCH', `/${id}`, ann, { isPublic });
  expect((await call('GET', `/${id}`, bob)).status).toBe(404);
  expect((await call('GET', `/${id}`, first)).status).toBe(200);
  expect((await report(bob, id)).status).toBe(404);
  const notified = (await at.market.request('GET', '/api/notifications', { as: bob })).body.items;
  expect(JSON.stringify(notified)).not.toContain('list_rude');
  expect(notified[0].title).toBe('Report reviewed: the want list “Commander deck”');

  const [decision] = (await at.market.request('GET', '/api/rulings', { as: ann })).body.items;
  expect(decision).toMatchObject({
    act: 'list_hidden',
    subject: { id },
    rule: 'respect',
    reason: 'The name insults somebody.',
  });
  expect(
    (
      await at.market.request('POST', `/api/rulings/${decision.id}/appeal`, {
        as: ann,
        body: { text: 'It is the name of a deck.' },
      })
    ).status,
  ).toBe(200);
  const answer = { outcome: 'overturned', answer: 'It is the name of a deck.' };
  expect((await admin('POST', `/appeals/${decision.id}/answer`, answer, second)).status).toBe(200);
  expect((await call('GET', `/${id}`, null)).body).toMatchObject({ id, hiddenReason: null });
  expect(await ask('select act from audit_log where subject = $1 order by line', [id])).toEqual([
    { act: 'want-list.hidden' },
    { act: 'want-list.released' },
  ]);
});
