import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { closeServer, listen, patience, readRest } from './listen.server.ts';

test('a client that stalls in its headers is cut off: after ten seconds in production', async () => {
  expect(patience).toMatchObject({ headersTimeout: 10_000, connectionsCheckingInterval: 1_000 });
  const soon = { ...patience, headersTimeout: 200, connectionsCheckingInterval: 50 };
  const server = await listen((_, response) => response.end('whole'), { port: 0, host: '127.0.0.1' }, soon);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const said: Buffer[] = [];
  socket.on('data', (chunk) => said.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  await once(socket, 'close');
  expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 408 /);
  await closeServer(server);
});

describe('a request that was answered while its body is on the way', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';
  /** A server that answers each request at once and reads no body; its output, and a connection to it. */
  async function answering(most: { ms: number; bytes: number }) {
    const server = await listen(
      (request, response) => {
        readRest(request, response, most);
        response.end(`answered ${request.method}`);
      },
      { port: 0, host: '127.0.0.1' },
    );
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('error', () => {});
    const receives = async (words: string) => {
      while (!said.includes(words)) await once(socket, 'data');
    };
    return { server, socket, receives };
  }

  test('may send the rest, and ask for more on the same line', async () => {
    const { server, socket, receives } = await answering({ ms: 30_000, bytes: 10_000_000 });
    socket.write(post);
    await receives('answered POST');
    socket.write(Buffer.alloc(1_000_000));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await receives('answered GET');
    socket.destroy();
    await closeServer(server);
  });

  test.each([
    ['takes too long with the rest', { ms: 100, bytes: 10_000_000 }, 0],
    ['sends more than any form holds', { ms: 30_000, bytes: 50_000 }, 900_000],
  ])('is cut off where its sender %s', async (_name, most, more) => {
    const { server, socket, receives } = await answering(most);
    socket.write(post);
    await receives('answered POST');
    socket.write(Buffer.alloc(more));
    if (!socket.closed) await once(socket, 'close');
    await closeServer(server);
  });
});

/** Sends these bytes and answers what came back until the server closed the line. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const said: Buffer[] = [];
  socket.on('data', (chunk) => said.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(said).toString();
}

test('two lengths of one request are refused, so that no request hides in another', async () => {
  const reached: string[] = [];
  const server = await listen(
    (request, response) => {
      reached.push(request.url ?? '');
      response.end();
    },
    { port: 0, host: '127.0.0.1' },
  );
  const { port } = server.address() as AddressInfo;
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const both = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
  const twice = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n${hidden}`;
  const odd = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`;
  for (const text of [both, twice, odd]) expect(await sendRaw(port, text)).toMatch(/^HTTP\/1\.1 400 /);
  expect(reached).not.toContain('/hidden');
  await closeServer(server);
});
