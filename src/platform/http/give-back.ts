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
  if (outgoing) giveBackWhenDone(outgoing, bytes);
}

function giveBackWhenDone(response: ServerResponse, bytes: Uint8Array<ArrayBuffer>): void {
  response.once('finish', () => giveBack(bytes));
}

/** An answer in one block that is nobody else's, so that it can be given back: pieces in blocks of their own would stand beside it until the collector comes. */
export function inOneBlock(pieces: readonly (string | Uint8Array)[]): Buffer<ArrayBuffer> {
  const sizeOf = (piece: string | Uint8Array) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength);
  const block = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0));
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') at += block.write(piece, at);
    else {
      block.set(piece, at);
      at += piece.byteLength;
    }
  }
  return block;
}
