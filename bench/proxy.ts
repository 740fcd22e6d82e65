import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';

/** haproxy before these processes, each request to the next one in turn; null where there is no haproxy. */
export async function startProxy(backends: string[]): Promise<{ url: string; stop(): Promise<void> } | null> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-proxy-'));
  const file = join(folder, 'haproxy.cfg');
  const servers = backends.map((url, i) => `  server p${i} ${new URL(url).host}`).join('\n');
  const timeouts = '  timeout connect 5s\n  timeout client 60s\n  timeout server 60s';
  writeFileSync(file, `defaults\n  mode http\n  balance roundrobin\n${timeouts}\nlisten market\n  bind 127.0.0.1:${port}\n${servers}\n`);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const isAbsent = new Promise<boolean>((resolve) => child.once('error', () => resolve(true)));
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (await Promise.race([isAbsent, pause(50, false)])) break;
    if ((await fetch(`${url}/api/health`).catch(() => null))?.ok) {
      const stop = async () => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      };
      return { url, stop };
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}
