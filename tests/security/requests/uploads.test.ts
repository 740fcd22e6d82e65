import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '#app/server/features.server.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
/** Who sends, as the headers of their browser; none of them may. */
let senders: Record<'visitor' | 'suspended' | 'unfinished', Record<string, string>>;
let draft: string;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const [seller, barred, unfinished] = [await market.signUp(), await market.signUp(), await market.signUp()];
  const { pool } = market.platform;
  await pool.query('update auth_user set suspended_at = now() where id = $1', [barred.id]);
  await pool.query('update profile set needs_completion = true, profile_completed = false where user_id = $1', [
    unfinished.id,
  ]);
  const listing = {
    game: 'pokemon',
    name: 'Mew',
    condition: 'good',
    price: { amount: 700, currency: 'USD' },
    status: 'draft',
  };
  draft = (await market.request('POST', '/api/listings', { as: seller, body: listing })).body.id;
  senders = { visitor: {}, suspended: { cookie: barred.cookie }, unfinished: { cookie: unfinished.cookie } };
}, 60_000);
afterAll(() => market?.close());

/**
 * Every address that receives files, with the answer to each sender. A profile picture needs a session only: the
 * pages ask to complete the profile first.
 */
const uploads: { path: () => string; answers: Partial<Record<keyof typeof senders, string>> }[] = [
  { path: () => '/api/profile/avatar', answers: { visitor: '401', suspended: '401' } },
  {
    path: () => '/settings/avatar',
    answers: {
      visitor: '302 /auth/sign-in?next=%2Fsettings%2Favatar',
      suspended: '302 /auth/sign-in?next=%2Fsettings%2Favatar',
      unfinished: '302 /auth/complete-profile?next=%2Fsettings%2Favatar',
    },
  },
  { path: () => `/api/threads/${draft}/photos`, answers: { visitor: '401', suspended: '401', unfinished: '404' } },
  { path: () => `/api/listings/${draft}/photos`, answers: { visitor: '401', suspended: '401', unfinished: '404' } },
  {
    path: () => `/listings/${draft}/photos`,
    answers: {
      visitor: '302 /auth/sign-in?next=%2Flistings%2F{draft}%2Fphotos',
      suspended: '302 /auth/sign-in?next=%2Flistings%2F{draft}%2Fphotos',
      unfinished: '302 /listings/{draft}/edit?refused=refused#photos',
    },
  },
  { path: () => '/api/listings/import', answers: { visitor: '401', suspended: '401', unfinished: '403' } },
  {
    path: () => '/listings/import/file',
    answers: {
      visitor: '302 /auth/sign-in?next=%2Flistings%2Fimport%2Ffile',
      suspended: '302 /auth/sign-in?next=%2Flistings%2Fimport%2Ffile',
      unfinished: '302 /auth/complete-profile?next=%2Flistings%2Fimport%2Ffile',
    },
  },
  { path: () => `/api/want-lists/${draft}/import`, answers: { visitor: '401', suspended: '401', unfinished: '404' } },
  {
    path: () => `/want-lists/${draft}/file`,
    answers: {
      visitor: '302 /auth/sign-in?next=%2Fwant-lists%2F{draft}%2Ffile',
      suspended: '302 /auth/sign-in?next=%2Fwant-lists%2F{draft}%2Ffile',
      unfinished: '302 /want-lists/{draft}/edit?refused=unreadable_file',
    },
  },
  { path: () => `/api/orders/${draft}/photos`, answers: { visitor: '401', suspended: '401', unfinished: '404' } },
  {
    path: () => `/orders/${draft}`,
    answers: {
      visitor: '302 /auth/sign-in?next=%2Forders%2F{draft}',
      suspended: '302 /auth/sign-in?next=%2Forders%2F{draft}',
      unfinished: '404',
    },
  },
  {
    path: () => `/orders/${draft}/photos`,
    answers: {
      visitor: '302 /auth/sign-in?next=%2Forders%2F{draft}%2Fphotos',
      suspended: '302 /auth/sign-in?next=%2Forders%2F{draft}%2Fphotos',
      unfinished: '302 /orders/{draft}?refused=not_found#problem',
    },
  },
  { path: () => `/api/admin/ads/${draft}/picture`, answers: { visitor: '401', suspended: '401', unfinished: '403' } },
  {
    path: () => `/admin/ads/${draft}/picture`,
    answers: {
      visitor: '302 /auth/sign-in?next=%2Fadmin%2Fads%2F{draft}%2Fpicture',
      suspended: '302 /auth/sign-in?next=%2Fadmin%2Fads%2F{draft}%2Fpicture',
      unfinished: '403',
    },
  },
];

/** Begins to send and goes no further: what is answered then was decided without the body. */
function beginTo(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port, host } = new URL(market.url);
  const head = { host, origin: market.url, ...headers };
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
      if (!said.includes('\r\n\r\n')) return;
      socket.destroy();
      const location = /^location: (.*)$/im.exec(said)?.[1]?.trim();
      resolve([said.split(' ')[1], ...(location ? [location] : [])].join(' '));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the line was cut after: ${said}`)));
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    // The beginning of a form, as one chunk where the length is not declared.
    const piece = `--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n${'.'.repeat(16_000)}`;
    socket.write('content-length' in head ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`);
  });
}

const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9000000' };

test('every address in the manifests of the features has its row here', () => {
  const patterns = features.flatMap(({ uploads: named }) =>
    [named?.api, named?.forms].filter((one) => one !== undefined),
  );
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of patterns)
    expect(
      uploads.some(({ path }) => pattern.test(path())),
      String(pattern),
    ).toBe(true);
});

test('a sender without permission is refused while the files are still being sent', async () => {
  for (const { path, answers } of uploads) {
    for (const [who, answer] of Object.entries(answers)) {
      const said = await beginTo(path(), { ...form, ...senders[who as keyof typeof senders] });
      expect(said, `${who}: ${path()}`).toBe(answer.replaceAll('{draft}', draft));
    }
  }
});

test('nor is more JSON than any call takes measured or read of who may not call', async () => {
  const json = { 'content-type': 'application/json' };
  for (const path of ['/api/listings', '/api/orders', '/api/profile/complete', '/api/admin/members/x/premium']) {
    expect(await beginTo(path, { ...json, 'content-length': '9000000' }), path).toBe('401');
    expect(await beginTo(path, { ...json, 'transfer-encoding': 'chunked' }), path).toBe('401');
  }
  expect(await beginTo('/api/admin/nothing', { ...json, 'transfer-encoding': 'chunked', ...senders.unfinished })).toBe(
    '403',
  );
});
