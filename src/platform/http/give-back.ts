import type { ServerResponse } from 'node:http';
import type { ApiContext } from './api.ts';

/**
 * Gives the memory of bytes back that nobody reads any more. Left to the collector it stays until all of the heap is collected: where fifty wait, nearly every page has outlived the
 * collections of the young by the time that it is sent, and sixteen megabytes of sent pages stood there (decision 189). Who looks into the bytes afterwards finds none.
 */
export function giveBack({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // Node cuts short ones out of a block that others have parts of.
  if (byteLength === buffer.byteLength) buffer.transfer(0);
}

/** The same once the system has taken all of the answer. Where the client has gone before, the collector finds them. */
export function giveBackOnceSent(c: ApiContext, bytes: Uint8Array<ArrayBuffer>): void {
  // Requests that the tests hand to the app directly are sent to nobody.
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  outgoing?.once('finish', () => giveBack(bytes));
}
