import { freePort } from '#platform/http/free-port.ts';

/** The process ended before it answered on its port. Its own output says why. */
export class EndedEarly extends Error {}

/**
 * A free port may be taken the next moment, by an outgoing connection too: a process that ends before it is
 * ready is started again, on another.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (left === 0 || !(error instanceof EndedEarly || /^Port \d+ is taken/.test(String((error as Error).message))))
        throw error;
    }
  }
}
