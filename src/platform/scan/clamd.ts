import { createReadStream } from 'node:fs';
import net from 'node:net';
import { ScanFailed, type Scanner } from './scan.ts';

/** The largest file takes clamd a second or two; after this time it counts as hanging. */
const answerMs = 20_000;

/**
 * ClamAV's server, at `tcp://host:port` or `unix:///run/clamav/clamd.ctl`. The file is sent over the connection
 * (INSTREAM), so that clamd needs no access to our disk and may run on another machine.
 */
export function createClamd(url: string): Scanner {
  const { protocol, hostname, port, pathname } = new URL(url);
  const open = () =>
    protocol === 'unix:'
      ? net.connect(decodeURIComponent(pathname))
      : net.connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''));
  return { scan: async (path) => readAnswer(await send(open(), path)) };
}

/** Sends a file and returns clamd's answer, which may come before the end of the file with a closed connection. */
function send(socket: net.Socket, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer in time')));
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', (cause) =>
      answer.includes('\0') ? resolve(answer) : reject(new ScanFailed('clamd cannot be reached', { cause })),
    );
    socket.on('close', () => resolve(answer));
    void sendFile(socket, path).catch((error) => socket.destroy(error));
  });
}

async function sendFile(socket: net.Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    if (socket.destroyed) return;
    socket.write(sizeOf(part.length));
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  socket.write(sizeOf(0));
}

const once = (socket: net.Socket, event: 'drain' | 'close') =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()));

function sizeOf(length: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length);
  return size;
}

/** Parses `stream: OK` or `stream: NAME FOUND`; any other answer, such as a size limit, throws `ScanFailed`. */
export function readAnswer(answer: string): string | null {
  const reply = answer.split('\0', 1)[0] ?? '';
  if (reply === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found) return found;
  throw new ScanFailed(
    reply === '' ? 'clamd closed the line without an answer' : `clamd answered “${reply.slice(0, 100)}”`,
  );
}
