import { setPages } from '#features/catalogue/index.server.ts';
import { liveListingIds, sitemapParts } from '#features/listings/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Api } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';

/** The most addresses that one sitemap may hold is 50,000; smaller parts answer sooner. */
const partSize = 10_000;
const textPages = ['/', '/browse', '/games', '/about', '/faq', '/fees', '/grading-guide', '/guides', '/premium', '/privacy-policy'];

/** What search engines may find: the text pages, the sets, and every listing that is for sale. */
export function mountSitemap(app: Api, { pool, config }: Platform): void {
  const xml = (body: string) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    });
  const urls = (paths: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${escapeXml(config.appUrl + path)}</loc></url>`).join('')}</urlset>`;

  app.get('/sitemap.xml', async () => {
    const firsts = await sitemapParts(pool, partSize);
    const parts = ['/sitemaps/pages.xml', '/sitemaps/sets.xml', ...firsts.map((first) => `/sitemaps/listings-${first}.xml`)];
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${parts.map((path) => `<sitemap><loc>${escapeXml(config.appUrl + path)}</loc></sitemap>`).join('')}</sitemapindex>`,
    );
  });

  app.get('/sitemaps/:part', async (c) => {
    const part = c.req.param('part');
    if (part === 'pages.xml') return xml(urls(textPages));
    if (part === 'sets.xml') return xml(urls(await setPages(pool)));
    const first = /^listings-([0-9a-z]{1,64})\.xml$/.exec(part)?.[1];
    if (!first) throw notFound('There is no such sitemap.');
    const ids = await liveListingIds(pool, first, partSize);
    return xml(urls(ids.map((id) => `/listings/${id}`)));
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
