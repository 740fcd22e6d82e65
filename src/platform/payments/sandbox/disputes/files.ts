import type { Context, Hono } from 'hono';
import type { ApiOptions } from '../api.ts';
import { badParam, noSuch, StripeFault } from '../errors.ts';
import { objectId, type StripeObject, seconds } from '../objects.ts';
import { findObject, inTransaction, type Queryable, saveObjects } from '../store.ts';

/** Stripe's limits of a file with evidence. */
const most = { bytes: 4_500_000, pages: 50 };
const kinds = [
  { type: 'pdf', starts: '%PDF-' },
  { type: 'png', starts: '\x89PNG' },
  { type: 'jpg', starts: '\xff\xd8\xff' },
];

/** Stripe's file uploads. Only evidence is taken, and of the content only its facts are kept. */
export function addFiles(app: Hono, { pool, clock }: ApiOptions): void {
  app.post('/v1/files', async (c) => c.json(await upload(c)));
  app.get('/v1/files/:id', async (c) => {
    const found = await findObject(pool, 'file', c.req.param('id'));
    if (!found) throw noSuch('file', c.req.param('id'));
    return c.json(found);
  });

  async function upload(c: Context): Promise<StripeObject> {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data'))
      throw new StripeFault(400, { type: 'invalid_request_error', message: 'Files are sent as multipart/form-data.' });
    const { purpose, file, ...unknown } = await c.req.parseBody();
    const [name] = Object.keys(unknown);
    if (name !== undefined) throw badParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    if (purpose !== 'dispute_evidence') throw badParam('purpose', `Invalid purpose: ${String(purpose)}`);
    if (!(file instanceof File)) throw badParam('file', 'Missing required param: file.', 'parameter_missing');
    const content = Buffer.from(await file.arrayBuffer()).toString('latin1');
    const kind = kinds.find(({ starts }) => content.startsWith(starts));
    if (!kind) throw badParam('file', 'Evidence must be a PDF, JPEG or PNG file.', 'file_type_invalid');
    if (file.size > most.bytes) throw badParam('file', 'The file is too large.', 'file_too_large');
    const pages = kind.type === 'pdf' ? [...content.matchAll(/\/Type \/Page\b/g)].length : 1;
    if (pages > most.pages) throw badParam('file', `The file has more than ${most.pages} pages.`, 'file_too_large');
    const stored = {
      id: objectId('file'),
      object: 'file',
      created: seconds(clock.now()),
      expires_at: null,
      filename: file.name,
      purpose,
      size: file.size,
      title: null,
      type: kind.type,
      url: null,
    };
    await inTransaction(pool, (db) => saveObjects(db, [stored]));
    return stored;
  }
}

/** Refuses evidence that names a file which was not uploaded as evidence. */
export async function requireFile(db: Queryable, field: string, id: string): Promise<void> {
  const found = await findObject(db, 'file', id);
  if (found?.purpose !== 'dispute_evidence') throw noSuch('file', id, `evidence[${field}]`);
}
