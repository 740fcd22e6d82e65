import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#kernel/ids.ts';
import { everyAnswer, strictTransportHeader } from '#platform/http/guards.ts';
import { type PageCache, takesPacked, unpack } from './page-cache.server.ts';

/**
 * Answers from the kept bytes what needs nothing else: a page, asked for by somebody without a cookie and without a token. True when it did. The way
 * through the framework costs three times as much as sending the bytes, and says the same.
 */
export function answerKept(cache: PageCache, appUrl: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const always = [...everyAnswer, ...(appUrl.startsWith('https://') ? [strictTransportHeader] : [])].flat();
  return (request, response) => {
    const { method, url, headers } = request;
    if (method !== 'GET' || url === undefined || headers.cookie !== undefined || headers.authorization !== undefined) return false;
    const kept = cache.findFor(url);
    if (!kept) return false;
    const isPacked = takesPacked(headers['accept-encoding']?.toString());
    const body = isPacked ? kept.packed : unpack(kept.packed);
    const own = isPacked ? ['content-encoding', 'gzip'] : [];
    response.writeHead(200, [...always, ...kept.headers.flat(), ...own, 'x-request-id', newId(), 'content-length', String(body.byteLength)]);
    response.end(body);
    return true;
  };
}
