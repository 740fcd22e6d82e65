import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [admin, member] = [await market.signUp('Runs_again'), await market.signUp('Runs_nothing')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const call = (method: string, path: string, as?: TestMember) =>
  market.request(method, `/api/admin/jobs${path}`, as ? { as } : {});
const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
/** A job whose last try failed, far enough away that no worker takes it meanwhile. */
const failing = async (task: string, attempts: number) => {
  const [{ id }] = await rows(
    "select id::text from graphile_worker.add_job($1, '{}'::json, run_at := now() + interval '1 day', max_attempts := 5)",
    [task],
  );
  await rows('select graphile_worker.permanently_fail_jobs(array[$1::bigint], $2)', [
    id,
    'Mailbox of kim.example@mail.test is full\n at line 3',
  ]);
  await rows('select graphile_worker.reschedule_jobs(array[$1::bigint], attempts := $2)', [id, attempts]);
  return id as string;
};

test('failed jobs and emails are shown without the member concerned, and only an admin runs them again, which is logged', async () => {
  const [mail, other] = [await failing('notifications.mail-nobody', 5), await failing('orders.nothing', 2)];
  expect((await call('GET', '')).status).toBe(401);
  expect([(await call('GET', '', member)).status, (await call('POST', `/${mail}/run`, member)).status]).toEqual([
    403, 403,
  ]);
  const all = (await call('GET', '', admin)).body.items;
  expect(all.map(({ id, isGivenUp }: { id: string; isGivenUp: boolean }) => [id, isGivenUp])).toEqual([
    [mail, true],
    [other, false],
  ]);
  expect(all[0]).toMatchObject({
    task: 'notifications.mail-nobody',
    attempts: 5,
    nextAt: null,
    lastError: 'Mailbox of [address] is full',
  });
  expect((await call('GET', '?show=mails', admin)).body.items.map(({ id }: { id: string }) => id)).toEqual([mail]);
  expect((await call('GET', '?show=none', admin)).status).toBe(422);
  for (const id of ['0', 'x', '%00', '1e3', '9'.repeat(30)])
    expect([id, (await call('POST', `/${id}/run`, admin)).status]).toEqual([id, 404]);
  expect((await call('POST', `/${mail}/run`, admin)).body).toEqual({ success: true });
  expect(
    await rows('select attempts::int, run_at <= now() as due from graphile_worker.jobs where id = $1', [mail]),
  ).toEqual([{ attempts: 0, due: true }]);
  expect((await call('POST', `/${mail}/run`, admin)).status).toBe(404);
  expect(await rows("select by, act, subject, data from audit_log where act = 'job.run-again'")).toEqual([
    { by: admin.id, act: 'job.run-again', subject: mail, data: { task: 'notifications.mail-nobody', attempts: 5 } },
  ]);
});
