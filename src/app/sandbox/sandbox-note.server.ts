import type { MiddlewareHandler } from 'hono';
import { openSandboxWords } from '#ui/feedback/sandbox-words.ts';

/** Without a style of its own: the policies of these pages differ, and none of them lets in another's. */
const note = `<aside aria-label="Sandbox" data-testid="sandbox-note"><p><strong>${openSandboxWords}</strong></p></aside>`;

/**
 * Says on top of the pages that are not made by the market's own frame (the stand-ins for other companies, the API's
 * reference) that strangers can reach this sandbox. Anything but a page stays as it is.
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
