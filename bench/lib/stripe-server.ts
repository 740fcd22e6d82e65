import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { objectId, shown } from '#platform/payments/sandbox/objects.ts';
import { parseForm } from '#platform/payments/sandbox/pages/form.ts';
import { buildSession } from '#platform/payments/sandbox/sessions.ts';

/**
 * Stripe as a purchase meets it, in a process of its own, as the real one is: judges and answers a page to pay on as
 * the market's own stand-in does, and keeps nothing. Lists are empty, so the market finds no news that it had missed.
 * What it does, it does on the market's machine, which Stripe does not: the first form of each set of fields is judged,
 * and later ones are answered as that one was, about their own order.
 */
const hostedUrl = (id: string) => `https://checkout.stripe.test/${id}`;
const judged = new Map<string, { id: string; order: string; answer: string }>();

function answerOf(body: string): string {
  const fields = body.replaceAll(/=[^&]*/g, '');
  const order = /(?:^|&)client_reference_id=([^&]*)/.exec(body)?.[1] ?? '';
  const known = judged.get(fields);
  if (known) return known.answer.replaceAll(known.id, objectId('cs_test')).replaceAll(known.order, order);
  const session = buildSession(parseForm(body), { now: Math.floor(Date.now() / 1_000), hostedUrl, priceId: '' });
  const answer = JSON.stringify(shown(session));
  judged.set(fields, { id: session.id, order, answer });
  return answer;
}

createServer((request, response) => {
  const send = (json: string) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
      'request-id': objectId('req'),
    };
    response.writeHead(200, headers).end(json);
  };
  if (request.method !== 'POST')
    return send(JSON.stringify({ object: 'list', url: request.url, has_more: false, data: [] }));
  text(request).then(
    (body) => send(answerOf(body)),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
