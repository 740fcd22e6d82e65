import { notFound } from '#kernel/refusal.ts';
import type { Api } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { describeApi } from '../api-docs/api-description.server.ts';
import { mountApiDocs } from '../api-docs/api-docs.server.ts';
import { mountApiDocument } from '../api-docs/api-document.server.ts';
import type { Composition } from './compose.server.ts';
import { type Health, mountHealth } from './health.server.ts';
import { mountSitemap } from './sitemap.server.ts';

/** Routes for monitors, crawlers and API clients: health, API document, sitemap, robots.txt, web manifest. */
export function mountServiceRoutes(app: Api, platform: Platform, health: Health, composition: Composition): void {
  const { appUrl } = platform.config;
  mountHealth(app, platform, health);
  mountApiDocument(app, platform, describeApi(app, platform, composition));
  mountApiDocs(app, platform);
  mountSitemap(app, platform, composition);
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\n${composition.parts.flatMap(({ robotsDisallow = [] }) => robotsDisallow.map((path) => `Disallow: ${path}\n`)).join('')}Sitemap: ${appUrl}/sitemap.xml\n`,
    ),
  );
  app.get('/manifest.webmanifest', async (c) => {
    const { name } = (await platform.site.read()).brand;
    return c.json(
      {
        name,
        short_name: name,
        start_url: '/',
        display: 'standalone',
        background_color: '#fbfaf7',
        theme_color: '#fbfaf7',
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
      200,
      { 'content-type': 'application/manifest+json' },
    );
  });
  if (platform.config.mode === 'production') {
    app.all('/sandbox/*', () => {
      throw notFound('We couldn’t find this address. Check it and try again.');
    });
  }
}
