import { createReadStream } from 'node:fs';
import net from 'node:net';
import { ScanFailed, type Scanner } from './scan.ts';

/** A file of the largest size takes clamd a second or two; whoever waits longer than this waits for nobody. */
const answerMs = 20_000;

/**
 * ClamAV's own server, at `tcp://host:port` or `unix:///run/clamav/clamd.ctl`. The file goes over the line (INSTREAM),
 * so that clamd needs no rights on our disk and may run on another machine.
 */
export function createClamd(url: string): Scanner {
  const { protocol, hostname, port, pathname } = new URL(url);
  const open = () =>
    protocol === 'unix:'
      ? net.connect(decodeURIComponent(pathname))
      : net.connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''));
  return { scan: async (path) => readAnswer(await send(open(), path)) };
}

/** What clamd answered: it may do so before it has heard all, and then closes the line. */
function send(line: net.Socket, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    line.setTimeout(answerMs, () => line.destroy(new Error('no answer in time')));
    line.on('data', (part) => {
      answer += part.toString('latin1');
    });
    line.on('error', (cause) =>
      answer.includes('\0') ? resolve(answer) : reject(new ScanFailed('clamd cannot be reached', { cause })),
    );
    line.on('close', () => resolve(answer));
    void sendFile(line, path).catch((error) => line.destroy(error));
  });
}

async function sendFile(line: net.Socket, path: string): Promise<void> {
  line.write('zINSTREAM\0');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    if (line.destroyed) return;
    line.write(sizeOf(part.length));
    if (!line.write(part)) await Promise.race([once(line, 'drain'), once(line, 'close')]);
  }
  line.write(sizeOf(0));
}

const once = (line: net.Socket, event: 'drain' | 'close') =>
  new Promise<void>((resolve) => line.once(event, () => resolve()));

function sizeOf(length: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length);
  return size;
}

/** `stream: OK`, `stream: NAME FOUND`; anything else, such as a file beyond its limit, is no answer. */
export function readAnswer(answer: string): string | null {
  const said = answer.split('\0', 1)[0] ?? '';
  if (said === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
  if (found) return found;
  throw new ScanFailed(
    said === '' ? 'clamd closed the line without an answer' : `clamd answered “${said.slice(0, 100)}”`,
  );
}
