import { freePort } from '#platform/http/free-port.ts';

/** What was started on a port ended before anybody could ask it. It has said why itself. */
export class EndedEarly extends Error {}

/**
 * A port that was free may be somebody's the next moment, of a connection that goes out too: what ends before it is
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
