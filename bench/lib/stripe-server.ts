import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { objectId, shown } from '#platform/payments/sandbox/objects.ts';
import { parseForm } from '#platform/payments/sandbox/pages/form.ts';
import { buildSession } from '#platform/payments/sandbox/sessions.ts';

/**
 * A Stripe server for purchases: creates checkout sessions like the sandbox and stores nothing; lists are empty. It
 * shares the cores with the measured server, so it validates only the first form of each set of fields and reuses that
 * answer.
 */
const hostedUrl = (id: string) => `https://checkout.stripe.test/${id}`;
const validated = new Map<string, { id: string; order: string; answer: string }>();

function answerOf(body: string): string {
  const fields = body.replaceAll(/=[^&]*/g, '');
  const order = /(?:^|&)client_reference_id=([^&]*)/.exec(body)?.[1] ?? '';
  const known = validated.get(fields);
  if (known) return known.answer.replaceAll(known.id, objectId('cs_test')).replaceAll(known.order, order);
  const session = buildSession(parseForm(body), { now: Math.floor(Date.now() / 1_000), hostedUrl, priceId: '' });
  const answer = JSON.stringify(shown(session));
  validated.set(fields, { id: session.id, order, answer });
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
