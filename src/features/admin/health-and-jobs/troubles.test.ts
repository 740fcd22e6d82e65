import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { composeMarket } from '#app/server/compose.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { watchTroubles } from './watch-troubles.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const sql = (text: string, values: unknown[] = []) => market.platform.pool.query(text, values);
/** What each trouble counts, now and not as of late. */
async function counts(): Promise<Record<string, number>> {
  const { db, clock } = market.platform;
  const all = composition.troubles.map(async ({ name, count }) => [name, await count(db, clock.now())] as const);
  return Object.fromEntries((await Promise.all(all)).filter(([, count]) => count > 0));
}
async function job(task: string, set: string): Promise<void> {
  const { rows } = await sql(
    "select id from graphile_worker.add_job($1, '{}'::json, run_at := now() + interval '1 day')",
    [task],
  );
  await sql(`update graphile_worker._private_jobs set ${set} where id = $1`, [rows[0]?.id]);
}

describe('what waits for a person', () => {
  test('is counted for jobs, outbox, Stripe events and emails', async () => {
    expect(await counts()).toEqual({});
    // Of unknown tasks, or in invalid states.
    await job('nobody.waits', "run_at = now() - interval '6 minutes', created_at = now() - interval '6 minutes'");
    await job('nobody.has-seen', "run_at = now() - interval '6 minutes'");
    await job('nobody.hangs', "locked_at = now() - interval '11 minutes', locked_by = 'gone'");
    await job('nobody.fails', 'attempts = 5');
    await job('nobody.gives-up', 'attempts = max_attempts');
    await job('orders.hear-stripe', "created_at = now() - interval '11 minutes'");
    await sql(
      "insert into sent_mail (message_id, claimed_at, failed_at, failures) values ('lost', now(), now(), 3), ('tried', now(), now(), 2)",
    );
    await sql("insert into sent_mail (message_id, claimed_at, sent_at, failures) values ('arrived', now(), now(), 4)");
    expect(await counts()).toEqual({
      'jobs.waiting': 1,
      'jobs.stuck': 1,
      'jobs.failing': 1,
      'jobs.given-up': 1,
      'stripe.unfinished': 1,
      'mail.undelivered': 1,
    });
  });

  test('is in /metrics, a gauge by name, and what could not be counted is said', async () => {
    const { body } = await market.request('GET', '/metrics');
    for (const { name, severity } of composition.troubles)
      expect(body).toContain(`sleeved_trouble{name="${name}",severity="${severity}"} `);
    expect(body).toContain('sleeved_trouble{name="jobs.stuck",severity="soon"} 1\n');
    expect(body).toContain('sleeved_troubles_unknown 0\n');
  });

  test('is shown to admins alone, and emailed to each once as it begins, daily while it stays, and once when it is over', async () => {
    const [admin, member] = [await market.signUp('Keeper_1'), await market.signUp()];
    await sql("update auth_user set role = 'admin' where id = $1", [admin.id]);
    expect((await market.request('GET', '/api/admin/health', { as: member })).status).toBe(403);
    const { body } = await market.request('GET', '/api/admin/health', { as: admin });
    expect(body.isWell).toBe(false);
    expect(body.troubles[0]).toMatchObject({ severity: 'urgent', count: 1, isMore: false, advice: expect.any(String) });
    expect(body.troubles.length).toBe(composition.troubles.length);

    const mails = async () =>
      (
        await sql(
          "select subject, body_text from sandbox_mail where recipient = $1 and subject !~ 'Welcome|Confirm|confirm' order by sent_at",
          [admin.email],
        )
      ).rows;
    const look = async () => {
      await watchTroubles(market.platform);
      // This test's jobs of unknown tasks stay due for ever: only ours is awaited.
      await vi.waitFor(
        async () =>
          expect(
            (await sql("select 1 from graphile_worker.jobs where task_identifier = 'operator.mail-troubles'")).rowCount,
          ).toBe(0),
        { timeout: 20_000 },
      );
      return (await mails()).length;
    };
    await Promise.all([watchTroubles(market.platform), watchTroubles(market.platform)]);
    expect(await look()).toBe(1);
    const [first] = await mails();
    expect(first?.subject).toBe('Urgent: 6 system alerts need attention');
    expect(first?.body_text).toContain('The email server has refused these emails');
    expect((await market.request('GET', '/api/admin/health', { as: admin })).body.troubles[0].since).toEqual(
      expect.any(String),
    );

    // It goes and comes back: one trouble. Then it is over.
    await sql('delete from sent_mail where failures > 0 and sent_at is null');
    expect(await look()).toBe(1);
    await sql("update trouble_told set seen_at = seen_at - interval '31 minutes' where name = 'mail.undelivered'");
    expect(await look()).toBe(2);
    expect((await mails())[1]).toMatchObject({ subject: 'System alert ended' });
    await sql("update trouble_told set told_at = told_at - interval '25 hours' where name = 'jobs.stuck'");
    expect(await look()).toBe(3);
    expect((await mails())[2]?.body_text).toContain('Ongoing: Jobs have been running');
    expect(await look()).toBe(3);
  });

  test('has one name in the whole market', () => {
    const trouble = composition.troubles[0];
    if (!trouble) throw new Error('there are troubles');
    const feature = (name: string) => ({ name, troubles: [trouble] });
    expect(() => composeMarket([feature('a'), feature('b')])).toThrow(`two features claim the trouble ${trouble.name}`);
  });
});
