import type { ParsedFrame } from './frames.ts';

type Subscribe = Extract<ParsedFrame, { type: 'subscribe' }>;

/**
 * Where a client's hello says that it stopped. It counts once for a query: asked a second time on this connection, its
 * events have been told.
 */
export class ResumePoint {
  readonly #told = new Set<string>();
  #from: number | undefined;

  set(from: number | undefined): void {
    this.#from = from;
  }

  of(frame: Subscribe): number | undefined {
    const query = JSON.stringify([frame.query, Object.entries(frame.params).sort()]);
    if (this.#from === undefined || this.#told.has(query)) return undefined;
    this.#told.add(query);
    return this.#from;
  }
}
