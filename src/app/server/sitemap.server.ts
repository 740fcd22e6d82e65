import { notFound } from '#kernel/refusal.ts';
import { element, xmlDocument } from '#kernel/text/xml.ts';
import type { Api } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import type { Composition } from './compose.server.ts';

/** The most addresses that one sitemap may hold is 50,000; smaller parts answer sooner. */
const partSize = 10_000;

const ofSitemaps = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** A sitemap of whole addresses. */
export const writeSitemap = (addresses: readonly string[]): string =>
  xmlDocument(
    element(
      'urlset',
      addresses.map((address) => element('url', [element('loc', address)])),
      ofSitemaps,
    ),
  );

/** The list of all sitemaps. */
const writeIndex = (addresses: readonly string[]): string =>
  xmlDocument(
    element(
      'sitemapindex',
      addresses.map((address) => element('sitemap', [element('loc', address)])),
      ofSitemaps,
    ),
  );

/** The sitemap for search engines: pages and entries that the features declare. */
export function mountSitemap(app: Api, { pool, config }: Platform, { parts }: Composition): void {
  const pages = parts.flatMap(({ sitemap }) => sitemap?.pages ?? []);
  const things = parts.flatMap(({ sitemap }) => sitemap?.entries ?? []);
  const answer = (document: string) =>
    new Response(document, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    });
  const whole = (paths: readonly string[]) => paths.map((path) => config.appUrl + path);

  app.get('/sitemap.xml', async () => {
    const parts = await Promise.all(
      things.map(async ({ name, partStarts }) =>
        partStarts
          ? (await partStarts(pool, partSize)).map((first) => `/sitemaps/${name}-${first}.xml`)
          : [`/sitemaps/${name}.xml`],
      ),
    );
    const addresses = ['/sitemaps/pages.xml', ...parts.flat()];
    return answer(writeIndex(whole(addresses)));
  });

  app.get('/sitemaps/:part', async (c) => {
    const [, name, first] = /^([a-z]+)(?:-([0-9a-z]{1,64}))?\.xml$/.exec(c.req.param('part')) ?? [];
    if (name === 'pages' && first === undefined) return answer(writeSitemap(whole(pages)));
    const part = things.find((one) => one.name === name && Boolean(one.partStarts) === (first !== undefined));
    if (!part) throw notFound('We couldn’t find this sitemap.');
    return answer(writeSitemap(whole(await part.list(pool, first ?? '', partSize))));
  });
}
