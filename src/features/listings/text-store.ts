import { ByteRing } from '#platform/cache/byte-ring.ts';
import type { TagCache } from '#platform/cache/tag-cache.ts';
import { PlaceMap } from './place-map.ts';

/** A listing for sale as everybody reads it on a page of listings, with what decides about its place there. */
export interface ListingText {
  id: string;
  sellerId: string;
  /** Its JSON, as bytes. */
  text: Buffer;
  priceRank: number;
  /** Microseconds since 1970, and so is `expiresAt`. */
  publishedAt: number;
  expiresAt: number;
}

/** What an answer depends on that shows a listing. */
export const tagsOfListing = (id: string, sellerId: string) => [`listing:${id}`, `profile:${sellerId}`] as const;

type Changes = Pick<TagCache, 'begin' | 'changedSince'>;

/**
 * Texts of listings by number, the newest that were read, in blocks outside the heap: a search of a large market reads twenty that nobody has asked for lately, and as
 * objects they would live just long enough to become work for the whole collection. What has changed says the cache that hears the events.
 */
export class TextStore {
  readonly #changes: Changes;
  readonly #ring: ByteRing;
  readonly #slots = new PlaceMap();
  readonly #numbers: Int32Array;
  readonly #lengths: Int32Array;
  /** Of both ids, which stand before the text. */
  readonly #headLengths: Uint8Array;
  readonly #firstIdLengths: Uint8Array;
  /** Six for each: where it lies, price, both moments, until when it is good, and the mark up to which nothing of it had changed. */
  readonly #facts: Float64Array;
  #next = 0;

  constructor(changes: Changes, bytes: number, most: number) {
    this.#changes = changes;
    this.#ring = new ByteRing(bytes);
    this.#numbers = new Int32Array(most);
    this.#lengths = new Int32Array(most);
    this.#headLengths = new Uint8Array(most);
    this.#firstIdLengths = new Uint8Array(most);
    this.#facts = new Float64Array(most * 6);
  }

  keep(n: number, kept: ListingText, untilMs: number, begun: number): void {
    const { id, sellerId, text, priceRank, publishedAt, expiresAt } = kept;
    if (this.#changes.changedSince(tagsOfListing(id, sellerId), begun)) return;
    const slot = this.#next;
    this.#next = (slot + 1) % this.#numbers.length;
    const before = this.#numbers[slot] as number;
    if (before !== 0 && this.#slots.get(before) === slot) this.#slots.set(before, -1);
    const head = Buffer.from(id + sellerId);
    const at = this.#ring.write(head, text);
    this.#numbers[slot] = n;
    this.#lengths[slot] = head.byteLength + text.byteLength;
    this.#headLengths[slot] = head.byteLength;
    this.#firstIdLengths[slot] = id.length;
    this.#facts.set([at, priceRank, publishedAt, expiresAt, untilMs, begun], slot * 6);
    this.#slots.set(n, slot);
  }

  /** Whether one of this number lies here, right or wrong. */
  holds(n: number, nowMs: number): boolean {
    return this.#slotOf(n, nowMs) !== -1;
  }

  /** Its bytes are those of the store: whoever has them for longer than until the next is kept copies them. */
  find(n: number, nowMs: number): ListingText | undefined {
    const slot = this.#slotOf(n, nowMs);
    const facts = this.#facts;
    const from = slot * 6;
    const bytes = slot === -1 ? undefined : this.#ring.look(facts[from] as number, this.#lengths[slot] as number);
    if (!bytes) return undefined;
    const headLength = this.#headLengths[slot] as number;
    const firstLength = this.#firstIdLengths[slot] as number;
    const id = bytes.toString('latin1', 0, firstLength);
    const sellerId = bytes.toString('latin1', firstLength, headLength);
    const [begun, now] = [facts[from + 5] as number, this.#changes.begin()];
    if (begun !== now && this.#changes.changedSince(tagsOfListing(id, sellerId), begun)) return undefined;
    // What has held until now need not be asked about the time before again.
    facts[from + 5] = now;
    return {
      id,
      sellerId,
      text: bytes.subarray(headLength),
      priceRank: facts[from + 1] as number,
      publishedAt: facts[from + 2] as number,
      expiresAt: facts[from + 3] as number,
    };
  }

  #slotOf(n: number, nowMs: number): number {
    const slot = this.#slots.get(n);
    if (slot === -1 || (this.#facts[slot * 6 + 4] as number) <= nowMs) return -1;
    return this.#ring.holds(this.#facts[slot * 6] as number, this.#lengths[slot] as number) ? slot : -1;
  }
}
