import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { photoRefusal, shownName } from '#platform/pictures/photo-refusals.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Listing } from '../contract.ts';
import { createListing } from '../lifecycle/create-listing.server.ts';
import { holdStock } from '../stock/stock.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { storedPhotos, uploadTo } from './photos.testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
let cards: Record<string, string>;

beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
  other = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

describe('POST /api/listings/{id}/photos', () => {
  test('takes several at once, in order, and lets a dear card go live', async () => {
    const draft = await listed(market, seller, { status: 'draft', price: { amount: 50_000, currency: 'USD' } });
    const added = await uploadTo(
      market,
      draft.id,
      [
        ['front.jpg', await crafted.photo()],
        ['back.jpg', await crafted.photo(700, 980)],
      ],
      seller,
    );
    expect(added.status).toBe(201);
    const { photos } = added.body as Listing;
    expect(photos.map((photo) => [photo.width, photo.height, photo.widths])).toEqual([
      [900, 1_260, [160, 320, 640, 1280]],
      [700, 980, [160, 320, 640, 1280]],
    ]);
    expect(photos[0]?.alt).toBe('Charizard, photo 1');
    expect(photos[0]?.placeholder).toMatch(/^[A-Za-z0-9+/]+=*$/);
    // Before it is published it is the seller's alone: `hidden-photos.test.ts` has the rest.
    expect((await fetch(market.url + photos[0]?.url)).status).toBe(404);
    expect((await market.request('POST', `/api/listings/${draft.id}/publish`, { as: seller })).body.status).toBe(
      'active',
    );
    const shown = await fetch(market.url + photos[0]?.url);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=300, must-revalidate',
    ]);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe('webp');
    const again = await fetch(market.url + photos[0]?.url, {
      headers: { 'if-none-match': shown.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    // What a buyer was shown is in the order, byte for byte.
    const copies = { listingId: draft.id, quantity: 1, buyerId: other.id, now: market.clock.now() };
    const { snapshot } = await write(market.platform, (tx) => holdStock(tx, copies));
    expect(Object.keys(snapshot.photoHashes ?? {}).sort()).toEqual(photos.map(({ id }) => id).sort());
    expect(snapshot.photoHashes?.[photos[0]?.id ?? '']).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a stored photo has no location data', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    const { body } = await uploadTo(market, draft.id, [['IMG_0001.jpg', await crafted.photoWithPlace()]], seller);
    for (const width of [160, 320, 640]) {
      const answer = await fetch(`${market.url}/photos/${body.photos[0].id}/${width}.webp`, {
        headers: { cookie: seller.cookie },
      });
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect(bytes.includes('TestPhone')).toBe(false);
    }
  });

  test.each([
    ['bomb.png', async () => crafted.bomb(30_000, 30_000), 413, 'photo_too_large'],
    ['huge.png', async () => crafted.bomb(6_500, 6_400), 413, 'photo_too_large'],
    ['logo.svg.jpg', async () => crafted.svg, 422, 'photo_unreadable'],
    ['setup.jpg', async () => crafted.executable, 422, 'photo_unreadable'],
    ['half.jpg', crafted.truncatedPhoto, 422, 'photo_unreadable'],
    ['page.jpg', crafted.pagePolyglot, 422, 'photo_unreadable'],
    ['archive.jpg', crafted.archivePolyglot, 422, 'photo_unreadable'],
    ['moving.png', crafted.animatedPng, 422, 'photo_unreadable'],
    [
      'heavy.jpg',
      async () => Buffer.concat([await crafted.photo(), Buffer.alloc(15 * 1024 * 1024)]),
      413,
      'photo_too_large',
    ],
  ] as const)('refuses %s by name, and stores none of what came with it', async (name, make, status, code) => {
    const draft = await listed(market, seller, { status: 'draft' });
    const before = storedPhotos(market);
    const refused = await uploadTo(
      market,
      draft.id,
      [
        ['good.jpg', await crafted.photo()],
        [name, await make()],
      ],
      seller,
    );
    expect(refused).toMatchObject({ status, body: { code, errors: { photos: expect.stringContaining(`“${name}”`) } } });
    expect((await market.request('GET', `/api/listings/${draft.id}`, { as: seller })).body.photos).toEqual([]);
    expect(storedPhotos(market)).toEqual(before);
  });

  test('[LI-11] at most twelve, also in two goes', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    const small = await crafted.photo(90, 126);
    const some = (count: number) => Array.from({ length: count }, (_, i) => [`${i}.jpg`, small] as [string, Buffer]);
    expect(await uploadTo(market, draft.id, some(13), seller)).toMatchObject({
      status: 422,
      body: { errors: { photos: expect.stringContaining('12') } },
    });
    expect((await uploadTo(market, draft.id, some(11), seller)).status).toBe(201);
    expect((await uploadTo(market, draft.id, some(2), seller)).status).toBe(422);
    const both = await Promise.all([
      uploadTo(market, draft.id, some(1), seller),
      uploadTo(market, draft.id, some(1), seller),
    ]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect((await market.request('GET', `/api/listings/${draft.id}`, { as: seller })).body.photos).toHaveLength(12);
  });

  test('is for the seller, as a form, with files in it', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    const live = await listed(market, seller);
    const good = await crafted.photo(90, 126);
    expect((await uploadTo(market, draft.id, [['a.jpg', good]])).status).toBe(401);
    expect((await uploadTo(market, draft.id, [['a.jpg', good]], other)).status).toBe(404);
    expect((await uploadTo(market, live.id, [['a.jpg', good]], other)).status).toBe(403);
    expect((await uploadTo(market, 'nosuch', [['a.jpg', good]], seller)).status).toBe(404);
    expect((await uploadTo(market, draft.id, [['a.jpg', good]], seller, 'pictures')).status).toBe(422);
    expect((await uploadTo(market, draft.id, [], seller)).status).toBeGreaterThanOrEqual(400);
    const path = `/api/listings/${draft.id}/photos`;
    expect((await market.request('POST', path, { as: seller, body: { photos: [] } })).status).toBe(415);
    for (const body of [
      '',
      '--x',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nhalf',
    ]) {
      const broken = await market.request('POST', path, {
        as: seller,
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect([400, 415, 422], body).toContain(broken.status);
    }
    expect(
      (
        await market.request('POST', path, {
          as: seller,
          body: 'x',
          headers: { 'content-type': 'multipart/form-data' },
        })
      ).status,
    ).toBe(415);
  });

  test('an upload is rejected before it is received where its sender may not add it, or no photo can be added', async () => {
    const [draft, live] = [await listed(market, seller, { status: 'draft' }), await listed(market, seller)];
    const gone = await listed(market, seller);
    await market.request('DELETE', `/api/listings/${gone.id}`, { as: seller });
    const photo = await crafted.photo(90, 126);
    // A rejected form would not fail where there is no directory to receive it.
    const place = process.env.TMPDIR;
    process.env.TMPDIR = join(market.platform.config.dataDir, 'nowhere');
    try {
      const of = async (id: string, as: TestMember) => (await uploadTo(market, id, [['a.jpg', photo]], as)).status;
      expect([
        await of(live.id, other),
        await of(draft.id, other),
        await of('nosuch', seller),
        await of(gone.id, seller),
      ]).toEqual([403, 404, 404, 410]);
      expect(await of(draft.id, seller)).toBe(500);
    } finally {
      if (place === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = place;
    }
  });

  test('an aborted upload leaves nothing, and the server goes on', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    const { port } = new URL(market.url);
    await new Promise<void>((resolve) => {
      const headers = {
        cookie: seller.cookie,
        origin: market.url,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
      };
      const sent = httpRequest({ port, method: 'POST', path: `/api/listings/${draft.id}/photos`, headers });
      sent.on('error', () => {});
      sent.on('close', () => resolve());
      sent.write('--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nfirst bytes', () =>
        sent.destroy(),
      );
    });
    expect((await uploadTo(market, draft.id, [['a.jpg', await crafted.photo(90, 126)]], seller)).status).toBe(201);
  });
});

describe('order and removal', () => {
  test('the first photo is what tiles show; the last one of a dear live listing stays', async () => {
    const draft = await listed(market, seller, { status: 'draft', price: { amount: 5_000, currency: 'USD' } });
    const { body } = await uploadTo(
      market,
      draft.id,
      [
        ['a.jpg', await crafted.photo(100, 140)],
        ['b.jpg', await crafted.photo(200, 280)],
      ],
      seller,
    );
    const [a, b] = (body as Listing).photos.map((photo) => photo.id);
    const turned = await market.request('PUT', `/api/listings/${draft.id}/photos`, {
      as: seller,
      body: { photoIds: [b, a] },
    });
    expect(turned.body.photos.map((photo: { id: string }) => photo.id)).toEqual([b, a]);
    for (const photoIds of [[a], [a, a], [a, b, 'x']])
      expect(
        (await market.request('PUT', `/api/listings/${draft.id}/photos`, { as: seller, body: { photoIds } })).status,
      ).toBe(422);
    await market.request('POST', `/api/listings/${draft.id}/publish`, { as: seller });
    expect((await market.request('DELETE', `/api/listings/${draft.id}/photos/${a}`, { as: other })).status).toBe(403);
    expect((await market.request('DELETE', `/api/listings/${draft.id}/photos/${a}`)).status).toBe(401);
    expect(
      (await market.request('DELETE', `/api/listings/${draft.id}/photos/${a}`, { as: seller })).body.photos,
    ).toHaveLength(1);
    expect((await market.request('DELETE', `/api/listings/${draft.id}/photos/${a}`, { as: seller })).status).toBe(404);
    expect((await market.request('DELETE', `/api/listings/${draft.id}/photos/${b}`, { as: seller })).body.code).toBe(
      'photo_required',
    );
    await market.runJobs();
    expect((await fetch(`${market.url}/photos/${a}/160.webp`)).status).toBe(404);
    expect((await fetch(`${market.url}/photos/${b}/160.webp`)).status).toBe(200);
  });

  test('files of a photo that no listing came to hold are swept', async () => {
    const { sweepPhotos } = await import('./photos.server.ts');
    const { photoKey } = await import('#platform/pictures/photo-key.ts');
    await market.platform.storage.put(photoKey('0orphan', 160), new Uint8Array([1]), 'image/webp');
    await sweepPhotos(market.platform, ['0orphan']);
    expect(await market.platform.storage.get(photoKey('0orphan', 160))).toBeNull();
  });
});

describe('GET /photos/{id}/{file}', () => {
  test('demo photos are generated on their first request, deterministic, each view another', async () => {
    const card = cards['base1-4'] ?? '';
    const input = {
      catalogueCardId: card,
      condition: 'played',
      price: { amount: 9_900, currency: 'USD' },
      status: 'active',
    } as const;
    const { photos } = await createListing(market.platform, actorOf(seller), input, {
      artViews: ['front', 'back', 'corner'],
    });
    expect(photos.map((photo) => photo.alt)).toEqual(['Charizard, front', 'Charizard, back', 'Charizard, corner']);
    const read = async (i: number, width = 320) =>
      Buffer.from(await (await fetch(`${market.url}/photos/${photos[i]?.id}/${width}.webp`)).arrayBuffer());
    const [first, again, back, corner] = await Promise.all([read(0), read(0), read(1), read(2)]);
    expect((await sharp(first).metadata()).width).toBe(320);
    expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true);
    expect(first?.equals(back ?? Buffer.alloc(0))).toBe(false);
    expect(first?.equals(corner ?? Buffer.alloc(0))).toBe(false);
    expect((await sharp(await read(0, 2000)).metadata()).width).toBe(1_280);
  }, 30_000);

  test('anything else is not found', async () => {
    for (const path of [
      '/photos/nosuch/160.webp',
      '/photos/nosuch/161.webp',
      '/photos/..%2f..%2fsecrets/160.webp',
      '/photos/x/160.png',
      '/photos/x/160.webp.html',
      '/photos/%00/160.webp',
    ]) {
      expect((await fetch(market.url + path)).status, path).toBe(404);
    }
  });
});

describe('names of files in sentences', () => {
  test('are short, without paths and without what can’t be shown', () => {
    expect(shownName('C:\\fakepath\\card.jpg')).toBe('card.jpg');
    expect(shownName('../../etc/passwd')).toBe('passwd');
    expect(shownName('a\u202egpj.exe\u0000')).toBe('agpj.exe');
    expect(shownName('')).toBe('The file');
    expect(shownName(`${'x'.repeat(300)}.jpg`).length).toBeLessThan(60);
    expect(photoRefusal(new Error('fault'), 'a.jpg')).toBeInstanceOf(Error);
  });
});
