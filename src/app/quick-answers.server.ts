import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#kernel/ids.ts';
import type { QuickRead } from '#platform/feature.ts';
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
    for (const { path, read } of reads) {
      const id = path.exec(url)?.[1];
      if (id === undefined) continue;
      read(platform, id).then(
        (text) => (text === null ? through() : send(response, always, text)),
        () => through(),
      );
      return true;
    }
    return false;
  };
}

function send(response: ServerResponse, always: readonly string[], text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, [...always, 'x-request-id', newId(), 'content-length', String(body.byteLength)]);
  response.end(body);
}
