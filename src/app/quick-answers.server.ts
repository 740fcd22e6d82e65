import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#kernel/ids.ts';
import type { QuickBytes, QuickRead } from '#platform/feature.ts';
import { giveBackWhenDone } from '#platform/http/give-back.ts';
import { everyAnswer, nothingAllowed, strictTransportHeader } from '#platform/http/guards.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Answers the rooms' quick reads to visitors: JSON under the headers that the call itself gives. Whatever else is asked, and whatever goes wrong, is left to `through`, the way
 * through the framework. True when it took the request.
 */
export function answerQuickly(platform: Platform, reads: readonly QuickRead[]) {
  const always = [
    ...everyAnswer,
    ...(platform.config.appUrl.startsWith('https://') ? [strictTransportHeader] : []),
    ['content-type', 'application/json'],
    ['cache-control', 'no-store'],
    ['content-security-policy', nothingAllowed],
  ].flat();
  return (request: IncomingMessage, response: ServerResponse, through: () => void): boolean => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers.cookie !== undefined || headers.authorization !== undefined) return false;
    // A body is the framework's to measure.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    const mark = url.indexOf('?');
    const [path, question] = mark === -1 ? [url, null] : [url.slice(0, mark), url.slice(mark + 1)];
    for (const each of reads) {
      const found = each.path.exec(path);
      if (!found) continue;
      const address = platform.clients.of(request.socket.remoteAddress ?? '', headerOf(request));
      each.read(platform, { id: found[1] ?? '', question, address }).then(
        (text) => (text === null ? through() : send(response, always, text)),
        () => through(),
      );
      return true;
    }
    return false;
  };
}

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

function send(response: ServerResponse, always: readonly string[], text: string | QuickBytes): void {
  const body = typeof text === 'string' ? Buffer.from(text) : text.body;
  if (typeof text !== 'string' && !text.isKept) giveBackWhenDone(response, body);
  response.writeHead(200, [...always, 'x-request-id', newId(), 'content-length', String(body.byteLength)]);
  response.end(body);
}
