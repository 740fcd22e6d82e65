import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/http/free-port.ts';

/** The EICAR test file, which every scanner detects. In two parts, so that no scanner detects this source file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export const hasClamd = spawnSync('clamd', ['--version']).status === 0;
export const withoutClamd = 'needs clamd: apt-get install clamav-daemon';

export interface ClamdServer {
  url: string;
  /** How many files it has received. */
  scanned: () => number;
  close(): Promise<void>;
}

/**
 * A server with clamd's protocol that detects the EICAR test anywhere in a file. `answer` replaces its answer, for
 * failures; null hangs up.
 */
export async function startFakeClamd({
  answer,
  limit = 25_000_000,
}: {
  answer?: string | null;
  limit?: number;
} = {}): Promise<ClamdServer> {
  let scanned = 0;
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    const end = (reply: string | null) => (reply === null ? socket.destroy() : socket.end(`${reply}\0`));
    socket.on('error', () => socket.destroy());
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      const file = readStream(received);
      if (file === 'unknown') return end('UNKNOWN COMMAND');
      if (file.bytes.length > limit) return end('INSTREAM size limit exceeded. ERROR');
      if (!file.isWhole) return;
      scanned++;
      end(
        answer !== undefined
          ? answer
          : file.bytes.includes(eicar)
            ? 'stream: Eicar-Test-Signature FOUND'
            : 'stream: OK',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `tcp://127.0.0.1:${port}`,
    scanned: () => scanned,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readStream(received: Buffer): { bytes: Buffer; isWhole: boolean } | 'unknown' {
  const command = 'zINSTREAM\0';
  if (
    !command.startsWith(received.toString('latin1', 0, command.length)) &&
    received.toString('latin1', 0, command.length) !== command
  )
    return 'unknown';
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const size = received.readUInt32BE(at);
    if (size === 0) return { bytes: Buffer.concat(parts), isWhole: true };
    parts.push(received.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return { bytes: Buffer.concat(parts), isWhole: false };
}

/** Debian's clamd, with a signature of ours for the EICAR test file: it downloads nothing. */
export async function startClamd(): Promise<ClamdServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-clamd-'));
  const port = await freePort();
  writeFileSync(join(folder, 'own.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(eicar, 'latin1').toString('hex')}\n`);
  const settings = [
    `DatabaseDirectory ${folder}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'Foreground yes',
    'StreamMaxLength 1M',
    'OfficialDatabaseOnly no',
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const child = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const receive = (part: Buffer) => {
      output += part;
      if (/TCP: Bound|Listening daemon|Self checking/.test(output)) resolve();
    };
    child.stdout.on('data', receive);
    child.stderr.on('data', receive);
    child.on('exit', () => reject(new Error(`clamd ended:\n${output}`)));
  });
  return {
    url: `tcp://127.0.0.1:${port}`,
    scanned: () => Number.NaN,
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
