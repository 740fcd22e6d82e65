import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseForm } from '#platform/payments/sandbox/form.ts';
import { objectId, shown } from '#platform/payments/sandbox/objects.ts';
import { buildSession } from '#platform/payments/sandbox/sessions.ts';

/**
 * Stripe as a purchase meets it, in a process of its own, as the real one is: judges and answers a page to pay on as the market's own stand-in does, and keeps nothing. Lists are empty, so the market finds no
 * news that it had missed.
 */
const hostedUrl = (id: string) => `https://checkout.stripe.test/${id}`;

createServer((request, response) => {
  const send = (body: unknown) => {
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length, 'request-id': objectId('req') }).end(bytes);
  };
  if (request.method !== 'POST') return send({ object: 'list', url: request.url, has_more: false, data: [] });
  text(request).then(
    (body) => send(shown(buildSession(parseForm(body), { now: Math.floor(Date.now() / 1_000), hostedUrl, priceId: '' }))),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
