import { createRoute, z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { createApi } from '../requests/api.ts';
import { body, json, noStoreByDefault } from './answers.ts';

const shape = z.object({ name: z.string() });

function api() {
  const app = createApi();
  app.use(noStoreByDefault);
  app.openapi(
    createRoute({
      method: 'post',
      path: '/names',
      request: { body: body(shape) },
      responses: { 201: json(shape, 'The name.') },
    }),
    async (c) => c.json(c.req.valid('json'), 201, { 'set-cookie': ['a=1', 'b=2'] }),
  );
  app.get('/picture', (c) => c.body('bytes', 200, { 'cache-control': 'public, max-age=60' }));
  app.get('/plain', () => new Response('made by hand'));
  return app;
}

test('an answer is not cached unless the call sets its own header', async () => {
  const app = api();
  const answer = await app.request('/names', {
    method: 'POST',
    body: '{"name":"Eevee"}',
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.getSetCookie()]).toEqual([
    201,
    'no-store',
    ['a=1', 'b=2'],
  ]);
  expect((await app.request('/picture')).headers.get('cache-control')).toBe('public, max-age=60');
  expect((await app.request('/plain')).headers.get('cache-control')).toBe('no-store');
});

test('the API document lists bodies and answers with their descriptions', () => {
  const document = api().getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Names', version: '1' } });
  const { requestBody, responses } = document.paths?.['/names']?.post ?? {};
  const content = {
    'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  };
  expect([requestBody, responses]).toEqual([
    { required: true, content },
    { 201: { description: 'The name.', content } },
  ]);
});
