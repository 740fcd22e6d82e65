/** What a page of another site can make a browser send, one way after the other. */
function foreignHeaders(url: string): [name: string, headers: Record<string, string>][] {
  const { host, port } = new URL(url);
  return [
    ['no origin at all', {}],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign origin that says otherwise', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an origin that begins like ours', { origin: `http://${host}.evil.example` }],
    ['our host on another port', { origin: `http://127.0.0.1:${Number(port) + 1}` }],
    ['an origin that is none', { origin: 'evil' }],
    ['another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour under our domain, without an origin', { 'sec-fetch-site': 'same-site' }],
  ];
}

interface Content {
  body?: unknown;
  headers?: Record<string, string>;
}

/** The same content in each dress that needs no preflight, and in the one that does. */
export function dresses(body: unknown): [name: string, content: Content][] {
  if (body instanceof FormData) return [['multipart', { body }]];
  if (body === undefined) return [['no body', {}]];
  const text = JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value));
  return [
    ['json', { body }],
    ['text/plain', { body: text, headers: { 'content-type': 'text/plain' } }],
    ['a form', { body: `${text}=`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['multipart', { body: form }],
  ];
}

/**
 * What another site can send with this content: each way once, in one dress after the other. The next `turn` begins
 * with the next dress, so four addresses in a row are asked for every way in every dress, and no address is left out of
 * any way or dress.
 */
export function foreignRequests(url: string, body: unknown, turn: number): { what: string; content: Content }[] {
  const worn = dresses(body);
  return foreignHeaders(url).map(([from, foreign], at) => {
    const [dress, { headers, ...content }] = worn[(at + turn) % worn.length] as [string, Content];
    return { what: `${from}, ${dress}`, content: { ...content, headers: { ...headers, ...foreign } } };
  });
}
