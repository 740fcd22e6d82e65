import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';

export interface ProxyServer {
  /** Waits until it sends requests to the server of this name. */
  untilUp(name: string): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  name: string;
  url: string;
}

/** Whether Debian's haproxy is installed; without it the tests that need it are skipped. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
export const withoutHaproxy = 'needs haproxy: apt-get install haproxy';

/**
 * haproxy in front of `pages` and, for /api/realtime, of `sockets`, configured like deploy/haproxy.cfg. It checks
 * readiness every 200 ms, so a process that is about to stop must serve for longer than that (DRAIN_SECONDS).
 */
export async function startProxy(
  port: number,
  pages: readonly Server[],
  sockets: readonly Server[],
): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const statsPort = await freePort();
  const servers = (list: readonly Server[]) =>
    list.map(({ name, url }) => `  server ${name} ${new URL(url).host}`).join('\n');
  writeFileSync(
    file,
    `defaults
  mode http
  option forwardfor
  option redispatch
  retries 3
  timeout connect 5s
  timeout check 5s
  timeout client 60s
  timeout server 30s
  timeout tunnel 1h
  default-server check inter 200ms fall 1 rise 1
frontend market
  bind 127.0.0.1:${port}
  use_backend sockets if { path /api/realtime }
  default_backend pages
backend pages
  balance roundrobin
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host ready
${servers(pages)}
backend sockets
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host ready
${servers(sockets)}
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(-8_000);
  });
  const proxy: ProxyServer = {
    untilUp: async (name) => {
      for (let waited = 0; waited < 60_000 && child.exitCode === null; waited += 50) {
        const states = await statesOf(statsPort, name);
        if (states.length > 0 && states.every((state) => state.startsWith('UP'))) return;
        await pause(50);
      }
      throw new Error(`haproxy does not see ${name}. It said:\n${output}`);
    },
    close: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const { name } of [...pages, ...sockets]) await proxy.untilUp(name);
  return proxy;
}

async function statesOf(statsPort: number, name: string): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => null);
  const [head = '', ...lines] = (await answer?.text())?.trim().split('\n') ?? [];
  const status = head.split(',').indexOf('status');
  return lines.map((line) => line.split(',')).flatMap((row) => (row[1] === name ? [row[status] ?? ''] : []));
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return gone;
}
