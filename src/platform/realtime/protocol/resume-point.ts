import type { ParsedFrame } from './frames.ts';

type Subscribe = Extract<ParsedFrame, { type: 'subscribe' }>;

/**
 * The position of a client's hello. It applies once to a query: a second subscription on this connection has received
 * those events already.
 */
export class ResumePoint {
  readonly #resumed = new Set<string>();
  #from: number | undefined;

  set(from: number | undefined): void {
    this.#from = from;
  }

  of(frame: Subscribe): number | undefined {
    const query = JSON.stringify([frame.query, Object.entries(frame.params).sort()]);
    if (this.#from === undefined || this.#resumed.has(query)) return undefined;
    this.#resumed.add(query);
    return this.#from;
  }
}
