import type { MiddlewareHandler } from 'hono';
import { openSandboxWords } from '#ui/feedback/sandbox-words.ts';

/** Without a style of its own: the policies of these pages differ, and none of them lets in another's. */
const note = `<aside aria-label="Sandbox" data-testid="sandbox-note"><p><strong>${openSandboxWords}</strong></p></aside>`;

/**
 * Adds a notice that strangers can reach this sandbox to pages without the app's layout (the simulated services of
 * other companies, the API reference). Responses that are no pages are unchanged.
 */
export const notifyOpenSandbox: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
  const page = await c.res.text();
  const notified = new Response(
    page.replace(/<body[^>]*>/, (body) => body + note),
    c.res,
  );
  notified.headers.delete('content-length');
  // Hono joins the headers of the former answer to those of the next.
  c.res = undefined;
  c.res = notified;
};
