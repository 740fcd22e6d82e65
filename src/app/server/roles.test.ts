import { request } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ConfigError } from '#platform/config/config.ts';
import { connectLive } from '#testing/live.ts';
import { type AppProcess, type Fleet, startFleet } from '#testing/servers/fleet.ts';
import { hasHaproxy, withoutHaproxy } from '#testing/servers/haproxy.ts';
import { listeningPorts } from '#testing/servers/processes.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { rolesFrom, usage } from './roles.ts';

describe('the command line', () => {
  test('without a role a process does everything; with some it does those, however they are written', () => {
    expect([...(rolesFrom([]) ?? [])]).toEqual(['web', 'realtime', 'worker']);
    expect([...(rolesFrom(['--role=worker']) ?? [])]).toEqual(['worker']);
    expect([...(rolesFrom(['--role', 'web', '--role=realtime']) ?? [])]).toEqual(['web', 'realtime']);
  });

  test('help names every role; a wrong word is named back', () => {
    expect(rolesFrom(['--help'])).toBe(null);
    for (const role of ['web', 'realtime', 'worker']) expect(usage).toContain(`--role=${role}`);
    expect(() => rolesFrom(['--role=cook'])).toThrow(
      '--role=cook is an unknown role. Use one of: web, realtime, worker',
    );
    expect(() => rolesFrom(['--role'])).toThrow(ConfigError);
    expect(() => rolesFrom(['--rolle=web'])).toThrow('--rolle=web is an unknown option');
  });
});

describe.skipIf(!hasHaproxy)(
  `each role as a process of its own behind haproxy${hasHaproxy ? '' : ` (${withoutHaproxy})`}`,
  () => {
    let database: TestDatabase;
    let fleet: Fleet;
    let web: AppProcess;
    let realtime: AppProcess;
    let worker: AppProcess;

    beforeAll(async () => {
      database = await createTestDatabase(inject('databaseServer'));
      // No proxy drain time here: a second signal has something to cut short.
      fleet = await startFleet({
        databaseUrl: database.url,
        roles: [['web'], ['realtime'], ['worker']],
        env: { DRAIN_SECONDS: '5' },
      });
      [web, realtime, worker] = fleet.processes as [AppProcess, AppProcess, AppProcess];
    }, 240_000);
    afterAll(async () => {
      await fleet?.close();
      await database?.drop();
    });

    const statusOf = async (of: AppProcess, path: string) => {
      const answer = await fetch(of.url + path);
      await answer.body?.cancel();
      return answer.status;
    };
    const socketAt = (url: string) => connectLive(`${url.replace(/^http/, 'ws')}/api/realtime`);

    test('every process says how it is; only web has pages and calls', async () => {
      for (const path of ['/api/health', '/api/ready', '/metrics']) {
        for (const each of fleet.processes)
          expect([path, each.name, await statusOf(each, path)]).toEqual([path, each.name, 200]);
      }
      for (const path of ['/', '/api/listings', '/sandbox/mail']) {
        expect([path, await statusOf(web, path), await statusOf(realtime, path), await statusOf(worker, path)]).toEqual(
          [path, 200, 404, 404],
        );
      }
    });

    test('a worker listens on the port of its health alone, and says which', async () => {
      expect(listeningPorts(worker.pid())).toEqual([Number(new URL(worker.url).port)]);
      expect(worker.output()).toContain(`as worker. Health check: ${worker.url}/api/health`);
    });

    test('a proxy may probe with HTTP/1.0, without a Host header', async () => {
      const line = connect(Number(new URL(web.url).port), '127.0.0.1');
      line.write('GET /api/ready HTTP/1.0\r\n\r\n');
      let said = '';
      for await (const chunk of line) said += chunk;
      expect(said).toMatch(/^HTTP\/1\.1 200 /);
    });

    test('only realtime takes live lines, and one through the proxy reaches it', async () => {
      await expect(socketAt(web.url)).rejects.toThrow('404');
      await expect(socketAt(worker.url)).rejects.toThrow('404');
      const line = await socketAt(fleet.url);
      expect(await line.hello()).toMatchObject({ type: 'welcome' });
      line.cut();
    });

    test('who signs up through the proxy is known by the own address, and the worker sends the mail', async () => {
      // What the person says of the address is not believed, what the proxy says is.
      const status = await signUp(fleet.url, '127.0.0.7', { 'x-forwarded-for': '198.51.100.9' });
      expect(status).toBeLessThan(300);
      const mailTo = async () => {
        const answer = await fetch(`${fleet.url}/sandbox/mail.json?to=proxied@example.test`);
        return ((await answer.json()) as unknown[]).length;
      };
      await expect.poll(mailTo, { timeout: 30_000 }).toBeGreaterThan(0);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query('select ip_address from auth_session');
      await client.end();
      expect(rows).toEqual([{ ip_address: '127.0.0.7' }]);
    });

    test('on the first stop signal a process is not ready and still answers; on the second it ends at once', async () => {
      const stopped = web.stop();
      await expect.poll(() => statusOf(web, '/api/ready'), { timeout: 4_000, interval: 20 }).toBe(503);
      expect(await statusOf(web, '/api/health')).toBe(200);
      process.kill(web.pid(), 'SIGTERM');
      expect(await stopped).toBe(130);
      expect(web.output()).toContain('Stopped immediately.');
    });
  },
);

/** A sign-up from an address of our choice on the loopback network. */
function signUp(url: string, from: string, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({
    email: 'proxied@example.test',
    password: 'correct-horse-battery',
    username: 'proxied',
    location: 'Lyon, FR',
  });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/api/auth/sign-up/email`,
      { method: 'POST', localAddress: from, headers: { origin: url, 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
