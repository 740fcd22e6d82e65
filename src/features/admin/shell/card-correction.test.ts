import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCardId } from '#features/catalogue/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
const id = testCardId('base1-2');
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  await importTestCards(market.platform);
  admin = await market.signUp('Keeper_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const correct = async (fields: Record<string, string>, as = admin) => {
  const answer = await market.request<string>('POST', `/admin/cards/${id}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  await market.runJobs();
  return answer;
};
const find = async (q: string) => {
  const { body } = await market.request('GET', `/api/catalogue/cards?q=${encodeURIComponent(q)}`);
  return body.items.map(({ name, number, rarity, setCode }: Record<string, unknown>) => [
    name,
    number,
    rarity,
    setCode,
  ]);
};
const ofSet = async (code: string) =>
  (await market.request('GET', `/api/catalogue/cards?game=pokemon&set=${code}`)).body.items.map(
    ({ name }: { name: string }) => name,
  );
const fields = { name: 'Blastoise EX', number: '2a', rarity: 'Ultra Rare', setCode: 'base4', reason: 'Wrong set' };

test('a correction needs an admin, a reason and a set of the game, and is in the audit log', async () => {
  expect((await correct(fields, await market.signUp())).status).toBe(403);
  expect((await correct({ ...fields, reason: '' })).body).toContain('Enter the reason.');
  expect((await correct({ ...fields, setCode: 'LEA' })).body).toContain('Enter the code of a set of this game.');
  expect(await find('Blastoise')).toEqual([['Blastoise', '2', 'Rare', 'base1']]);
  expect((await correct(fields)).body).toContain('Card corrected.');
  const { rows } = await market.platform.pool.query('select act, data from audit_log where subject = $1', [id]);
  expect(rows).toEqual([
    {
      act: 'card.corrected',
      data: {
        from: { name: 'Blastoise', number: '2', rarity: 'Rare', setCode: 'base1' },
        to: { name: 'Blastoise EX', number: '2a', rarity: 'Ultra Rare', setCode: 'base4', isHidden: false },
        reason: 'Wrong set',
      },
    },
  ]);
});

test('search and lists follow a correction, and the next import leaves it as it is', async () => {
  const corrected = [['Blastoise EX', '2a', 'Ultra Rare', 'base4']];
  expect(await find('Blastoise')).toEqual(corrected);
  expect(await ofSet('base4')).toEqual(['Blastoise EX', 'Charizard']);
  await importTestCards(market.platform);
  expect(await find('Blastoise')).toEqual(corrected);
  expect(await ofSet('base1')).not.toContain('Blastoise');
});

test('a hidden card is in no search and no list, also after an import, and its page stays for its listings', async () => {
  await correct({ ...fields, isHidden: 'on', reason: 'This card doesn’t exist' });
  const { body: set } = await market.request('GET', '/api/catalogue/sets?game=pokemon');
  expect(set.items.find(({ setCode }: { setCode: string }) => setCode === 'base4').cards).toBe(1);
  expect(await ofSet('base4')).toEqual(['Charizard']);
  expect((await find('Blastoise EX')).flat()).not.toContain('Blastoise EX');
  await importTestCards(market.platform);
  expect((await find('Blastoise EX')).flat()).not.toContain('Blastoise EX');
  expect(await ofSet('base4')).toEqual(['Charizard']);
  expect((await market.request('GET', `/api/catalogue/cards/${id}`)).status).toBe(200);
  await correct({ ...fields, reason: 'It does exist' });
  expect(await find('Blastoise EX')).toEqual([['Blastoise EX', '2a', 'Ultra Rare', 'base4']]);
});
