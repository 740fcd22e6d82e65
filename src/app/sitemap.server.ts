import { escapeMarkup } from '#kernel/escape-markup.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Api } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import type { Composition } from './compose.server.ts';

/** The most addresses that one sitemap may hold is 50,000; smaller parts answer sooner. */
const partSize = 10_000;

/** The body of one sitemap, of whole addresses. */
export function writeUrls(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${escapeMarkup(address)}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

/** What search engines may find, as the rooms say. */
export function mountSitemap(app: Api, { pool, config }: Platform, { parts: rooms }: Composition): void {
  const pages = rooms.flatMap(({ sitemap }) => sitemap?.pages ?? []);
  const things = rooms.flatMap(({ sitemap }) => sitemap?.things ?? []);
  const xml = (body: string) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    });
  const urls = (paths: string[]) => writeUrls(paths.map((path) => config.appUrl + path));

  app.get('/sitemap.xml', async () => {
    const parts = await Promise.all(
      things.map(async ({ name, firsts }) =>
        firsts ? (await firsts(pool, partSize)).map((first) => `/sitemaps/${name}-${first}.xml`) : [`/sitemaps/${name}.xml`],
      ),
    );
    const addresses = ['/sitemaps/pages.xml', ...parts.flat()];
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((path) => `<sitemap><loc>${escapeMarkup(config.appUrl + path)}</loc></sitemap>`).join('')}</sitemapindex>`,
    );
  });

  app.get('/sitemaps/:part', async (c) => {
    const [, name, first] = /^([a-z]+)(?:-([0-9a-z]{1,64}))?\.xml$/.exec(c.req.param('part')) ?? [];
    if (name === 'pages' && first === undefined) return xml(urls(pages));
    const part = things.find((one) => one.name === name && Boolean(one.firsts) === (first !== undefined));
    if (!part) throw notFound('There is no such sitemap.');
    return xml(urls(await part.list(pool, first ?? '', partSize)));
  });
}
