import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { demoPassword, signUpMember } from '#features/auth/index.server.ts';
import { signIn } from '#features/auth/sign-in/sign-in.server.ts';
import { startTestMarket, type TestMember } from '#testing/server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { requireNoDemo } from './no-demo.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
});
afterAll(() => database.drop());

test('production refuses a database in which the demo data were created or partly created, and no other', async () => {
  await requireNoDemo(database.url, { mode: 'production' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('insert into demo_market (begun_at) values (now())');
  await client.end();
  await requireNoDemo(database.url, { mode: 'sandbox' });
  await expect(requireNoDemo(database.url, { mode: 'production' })).rejects.toThrow(
    /has the demo data, .*npm run admin -- demo remove/,
  );
});

test("production refuses an account that still has the demo's password, even when its mark was removed or its other fields changed", async () => {
  const market = await startTestMarket();
  try {
    const { platform } = market;
    const url = platform.config.databaseUrl ?? '';
    const start = () => requireNoDemo(url, { mode: 'production' });
    const { pool, identity } = platform;
    const hash = await identity.hashPassword(demoPassword);
    const members: TestMember[] = [];
    for (const name of ['Anna_K', 'Bert_K', 'Carl_K']) {
      const member = await market.signUp(name);
      await pool.query('update auth_user set email = $2 where id = $1', [
        member.id,
        `${name.toLowerCase()}@cards.example`,
      ]);
      members.push(member);
    }
    const give = (n: number, set: string) => pool.query(`${set} $1`, [members[n]?.id]);
    await start();
    // Two of the demo's members share a hash; an admin's is tried separately, and so is one with a demo address.
    await pool.query('update auth_account set password = $1 where user_id = any($2)', [
      hash,
      members.slice(0, 2).map(({ id }) => id),
    ]);
    const notified = async (ids: (string | undefined)[]) => {
      const sentence = await start().then(String, String);
      expect(sentence).toContain('has the public password of the demo');
      expect(ids.some((id) => id && sentence.includes(`The account ${id} `))).toBe(true);
      // The log is read by more people than the members' addresses are for.
      expect(sentence).not.toContain('@');
    };
    await notified([members[0]?.id, members[1]?.id]);
    await pool.query('update auth_account set password = $1 where user_id = $2', [
      await identity.hashPassword('another-one-entirely'),
      members[0]?.id,
    ]);
    await start();
    await give(1, "update auth_user set role = 'admin' where id =");
    await notified([members[1]?.id]);
    await give(1, "update auth_user set role = 'member', email = 'bert@example.test' where id =");
    await notified([members[1]?.id]);

    // The password does not sign in, and no member can choose it.
    const production = { ...platform, config: { ...platform.config, mode: 'production' as const } };
    const enter = () =>
      signIn(
        production,
        { email: 'bert@example.test', password: demoPassword },
        { address: '', userAgent: '', cookies: undefined },
        null,
      );
    await expect(enter()).rejects.toMatchObject({ status: 401, code: 'demo_password' });
    const join = { email: 'dora@cards.example', username: 'Dora_K', password: demoPassword };
    await expect(signUpMember(production, join)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('the demo site uses it'),
    });
  } finally {
    await market.close();
  }
});
