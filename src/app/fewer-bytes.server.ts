/** What the router marks links with whose code it should look for; here every page's is known from the start (`react-router.config.ts`). Looked for as it stands: a pattern would stop at each blank of the page. */
const discovered = ' data-discover="true"';
/** Files of our own need no nonce: the policy lets them in by where they come from. */
const linkNonce = /(<link[^>]*?) nonce="[^"]*"/g;
/** Scripts come after the pictures that one looks at: React Router gives its preloads no priority, and browsers would fetch them first. */
const preload = '<link rel="modulepreload"';
/** React announces in the head each picture that loads at once: the page comes whole, and all but the one that it is about would only be in its way. */
const announced = /<link rel="preload" as="image"(?![^>]* fetchPriority="high")[^>]*>/g;

/** A page as it is sent, in two pieces: put together it would be written anew by each that looks into it, a hundred kilobytes where a letter in it needs two bytes. */
export type PageText = readonly [upToHead: string, rest: string];

/** A page as the framework has written it, without what nobody reads. The same page to whoever does: nothing that is looked at, hydrated or run changes. */
export function fewerBytes(html: string): PageText {
  const end = html.indexOf('</head>');
  const body = end === -1 ? html.length : end;
  // Files and pictures are named in the head alone, and what is looked for there is dear to look for in the whole page.
  const head = html
    .slice(0, body)
    .replace(announced, '')
    .replace(linkNonce, '$1')
    .replaceAll(preload, `${preload} fetchpriority="low"`)
    .replaceAll(discovered, '');
  return [head, html.slice(body).replaceAll(discovered, '')];
}
