import { html } from 'hono/html';
import type { Refusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

/** The 503 page when the render queue is full: static, since rendering is what is overloaded. */
export function crowdedPage({ message, status, retryAfterSeconds = 5 }: Refusal, brandName: string): Response {
  const [title = message, ...rest] = message.split(/(?<=\.) /);
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${brandName}</title>
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
          main { width: min(28rem, calc(100vw - 2rem)); }
          h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; }
          a { display: inline-block; padding: .6rem 0; min-height: 24px; }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${rest.join(' ')}</p>
          <p><a href="">Try again</a></p>
        </main>
      </body>
    </html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
  return new Response(String(body), { status, headers });
}

/** Logs overload: at most one line a minute, with the number of requests refused since the last line. */
export function crowdTeller({ log, clock }: Pick<Platform, 'log' | 'clock'>): () => void {
  let quietUntilMs = 0;
  let sentAway = 0;
  return () => {
    sentAway++;
    const nowMs = clock.now().getTime();
    if (nowMs < quietUntilMs) return;
    log.warn('visitors were asked to come again: more pages were asked for than can be made', { visitors: sentAway });
    quietUntilMs = nowMs + minuteMs;
    sentAway = 0;
  };
}
