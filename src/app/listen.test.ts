import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, listen, patience } from './listen.server.ts';

test('[A-15] whoever stalls in the middle of the headers is cut off: after ten seconds in a market', async () => {
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
