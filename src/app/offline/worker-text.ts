export interface OfflineAnswer {
  page: string;
  headers: Readonly<Record<string, string>>;
}

/** Paths that are no page, or another company's (the sandbox replaces those): the browser shows their failures. */
const noPage = String.raw`/^\/(api|sandbox|assets|metrics)(\/|$)|\.[a-z]{2,11}$/`;

/**
 * The service worker, as text. It answers with the offline page where an address of ours can't be reached, shows push
 * notifications and opens their page at a press, and does nothing else: it caches no pages, so sign-out has nothing to
 * clear and nothing can be stale. The offline page is part of the text, so both change together.
 */
export function workerText({ page, headers }: OfflineAnswer): string {
  return `const page = ${JSON.stringify(page)};
const headers = ${JSON.stringify(headers)};
const noPage = ${noPage};
addEventListener('install', (event) => {
  skipWaiting();
  // Where the browser supports static routing, everything but a navigation passes without starting this worker.
  const condition = { or: ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode })) };
  event.waitUntil(Promise.resolve(event.addRoutes?.({ condition, source: 'network' })).catch(() => {}));
});
// The request is on its way while this worker starts.
addEventListener('activate', (event) => event.waitUntil(Promise.resolve(registration.navigationPreload?.enable())));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(answer(event));
});
addEventListener('push', (event) => {
  const { title, link, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { tag, data: { link }, icon: '/icon.svg' }));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.link, location.origin)));
});
// Nothing that is pushed leads out of the market; a window that stands at the page already comes to the front.
async function open({ href, origin }) {
  if (origin !== location.origin) return;
  const windows = await clients.matchAll({ type: 'window' });
  const there = windows.find(({ url }) => url === href);
  return there ? there.focus() : clients.openWindow(href);
}
async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return noPage.test(new URL(request.url).pathname) ? Response.error() : new Response(page, { status: 503, headers });
  }
}
`;
}
