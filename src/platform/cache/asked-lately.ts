const slots = 1 << 13;

/**
 * Whether somebody asked for the same a moment ago. An answer that is asked for once is no use to anybody who keeps it: it pushes out those that are, and what dies
 * old is dear to collect. Notes are hashes in two small tables, of this while and the one before: two keys that share a hash cost one answer kept for nothing.
 */
export class AskedLately {
  readonly #whileMs: number;
  #notes = new Uint32Array(slots);
  #before = new Uint32Array(slots);
  #begunMs = 0;

  /** What was asked for is known for so long at least, and twice that at most. */
  constructor(whileMs: number) {
    this.#whileMs = whileMs;
  }

  /** Notes that this is asked for; true when it was before. */
  note(key: string, nowMs: number): boolean {
    const passed = Math.abs(nowMs - this.#begunMs);
    if (passed >= this.#whileMs) {
      [this.#notes, this.#before] = [this.#before, this.#notes];
      this.#notes.fill(0);
      if (passed >= 2 * this.#whileMs) this.#before.fill(0);
      this.#begunMs = nowMs;
    }
    const hash = hashOf(key);
    const at = hash % slots;
    const isKnown = this.#notes[at] === hash || this.#before[at] === hash;
    this.#notes[at] = hash;
    return isKnown;
  }
}

/** FNV-1a; never 0, which is an empty slot. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}
