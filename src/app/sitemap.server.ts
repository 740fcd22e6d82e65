import { notFound } from '#kernel/refusal.ts';
import type { Api } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';

/** The most addresses that one sitemap may hold is 50,000; smaller parts answer sooner. */
const partSize = 10_000;
const textPages = ['/', '/browse', '/games', '/about', '/faq', '/fees', '/grading-guide', '/privacy-policy'];

/** What search engines may find: the text pages, the sets, and every listing that is for sale. */
export function mountSitemap(app: Api, { pool, config }: Platform): void {
  const xml = (body: string) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    });
  const urls = (paths: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${escape(config.appUrl + path)}</loc></url>`).join('')}</urlset>`;

  app.get('/sitemap.xml', async () => {
    const { rows } = await pool.query<{ first: string }>(
      `select id as first from (select id, row_number() over (order by id) as n from listing where status = 'active') l where n % $1 = 1`,
      [partSize],
    );
    const parts = ['/sitemaps/pages.xml', '/sitemaps/sets.xml', ...rows.map(({ first }) => `/sitemaps/listings-${first}.xml`)];
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${parts.map((path) => `<sitemap><loc>${escape(config.appUrl + path)}</loc></sitemap>`).join('')}</sitemapindex>`,
    );
  });

  app.get('/sitemaps/:part', async (c) => {
    const part = c.req.param('part');
    if (part === 'pages.xml') return xml(urls(textPages));
    if (part === 'sets.xml') {
      const { rows } = await pool.query<{ game: string; code: string }>('select game, code from card_set order by game, code limit 50000');
      return xml(urls(rows.map(({ game, code }) => `/sets/${game}/${encodeURIComponent(code)}`)));
    }
    const first = /^listings-([0-9a-z]{1,64})\.xml$/.exec(part)?.[1];
    if (!first) throw notFound('There is no such sitemap.');
    const { rows } = await pool.query<{ id: string }>("select id from listing where status = 'active' and id >= $1 order by id limit $2", [
      first,
      partSize,
    ]);
    return xml(urls(rows.map(({ id }) => `/listings/${id}`)));
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
