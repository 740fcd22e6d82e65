import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { html, raw } from 'hono/html';
import type { Api } from '#platform/http/requests/api.ts';
import { pagePolicy, scriptHash } from '#platform/http/responses/content-policy.ts';
import type { Platform } from '#platform/platform.ts';
import { themeScript } from '#ui/theme/theme.ts';
import { plainPages } from '../rendering/plain-page.server.ts';

/** The files of the package that the page loads, under the address of the page. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;
type File = keyof typeof files;

/** Constant texts, so that their hashes are constant. Dark is Swagger UI's own word for it. */
const darkScript = `document.documentElement.classList.toggle('dark-mode',document.documentElement.dataset.theme!=='light')`;
/**
 * Groups of calls are collapsed at first: of more than about 140 expanded calls Swagger UI renders only the first few.
 */
const startScript = `SwaggerUIBundle({url:'/api/openapi.json',dom_id:'#reference',deepLinking:true,validatorUrl:null,docExpansion:'none',defaultModelsExpandDepth:0,tryItOutEnabled:false})`;

/**
 * The API reference page: Swagger UI over the served document, from our own files and under the content security policy
 * of our pages, so that no request goes to a third party.
 */
export function mountApiDocs(app: Api, { config, site, frame }: Pick<Platform, 'config' | 'site' | 'frame'>): void {
  const draw = plainPages({ site, frame });
  const policy = pagePolicy(config, [themeScript, darkScript, startScript].map(scriptHash).join(' '));
  app.get('/api/docs', (c) => {
    const page = draw(c.req.header('cookie'), {
      title: 'API',
      head: html`
        <script>${raw(darkScript)}</script>
        <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
        <style>
          #reference .swagger-ui :not(code, pre, pre *, textarea, .microlight) { font-family: var(--font); }
          html.dark-mode, html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: var(--bg); }
          #reference .swagger-ui .wrapper { max-width: 1400px; padding-inline: 32px; }
          #reference .swagger-ui .title span { top: -4px; } #reference .swagger-ui .title small { border-radius: 6px; padding: 2px 7px; }
          .swagger-ui .info { margin: 32px 0; } #reference .scheme-container { background: none; box-shadow: none; border-block: 1px solid var(--border); }
          noscript p { max-width: 68ch; margin: 24px auto; padding: 0 20px; }
        </style>`,
      content: html`<main id="main"><div id="reference"></div>
        <noscript><p>This page needs JavaScript. Without it, read the OpenAPI document at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript></main>
        <script src="/api/docs/swagger-ui-bundle.js"></script>
        <script>${raw(startScript)}</script>`,
    });
    return c.html(page, 200, { 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'Cookie' });
  });
  for (const [name, type] of Object.entries(files) as [File, string][]) {
    app.get(`/api/docs/${name}`, async (c) => {
      const { whole, packed } = await contents(name);
      const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' };
      return c.body(isPacked ? packed : whole, 200, isPacked ? { ...headers, 'content-encoding': 'gzip' } : headers);
    });
  }
}

type Contents = Record<'whole' | 'packed', Uint8Array<ArrayBuffer>>;
const read = new Map<File, Promise<Contents>>();

/** Read and compressed once, at the first request. */
function contents(name: File): Promise<Contents> {
  let found = read.get(name);
  if (!found) {
    found = readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))).then(async (whole) => ({
      whole: new Uint8Array(whole),
      packed: new Uint8Array(await promisify(gzip)(whole)),
    }));
    read.set(name, found);
  }
  return found;
}
