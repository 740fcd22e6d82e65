import { notFound } from '#kernel/refusal.ts';
import type { Api } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { cardArtSvg, cardBackSvg } from '../art/card-art.ts';
import { findCard } from './catalogue.queries.server.ts';

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // A drawing follows from the card alone, so its address never shows anything else.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

/** The cards' drawings, at immutable addresses. */
export function addCardArt(api: Api, platform: Platform): void {
  api.get('/art/back.svg', (c) => c.body(cardBackSvg(), 200, headers));
  api.get('/art/cards/:file{[0-9a-z]+\\.svg}', async (c) => {
    const card = await findCard(platform.db, c.req.param('file').replace(/\.svg$/, ''));
    if (!card) throw notFound('This card is not in our card database.');
    return c.body(cardArtSvg(card), 200, headers);
  });
}
