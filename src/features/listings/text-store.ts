import { ByteRing } from '#platform/cache/byte-ring.ts';
import type { TagCache } from '#platform/cache/tag-cache.ts';
import { PlaceMap } from './place-map.ts';

/** A listing for sale as everybody reads it on a page of listings, with what decides about its place there. */
export interface ListingText {
  id: string;
  sellerId: string;
  /** Its JSON, as bytes; of one that was found where they are kept, good until another is. */
  text: Buffer;
  /** Names what lies there, and never anything else: what is made of a text is good for that one. Null where it is not kept. */
  place: number | null;
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

  /** What is found lies in the block itself: to be used before anything is waited for. */
  find(n: number, nowMs: number): ListingText | undefined {
    const slot = this.#slots.get(n);
    if (slot === -1) return undefined;
    const facts = this.#facts;
    const from = slot * 6;
    const [at, length] = [facts[from] as number, this.#lengths[slot] as number];
    if ((facts[from + 4] as number) <= nowMs || !this.#ring.holds(at, length)) return undefined;
    const headLength = this.#headLengths[slot] as number;
    const firstLength = this.#firstIdLengths[slot] as number;
    const id = this.#ring.latin1(at, firstLength);
    const sellerId = this.#ring.latin1(at + firstLength, headLength - firstLength);
    const [begun, now] = [facts[from + 5] as number, this.#changes.begin()];
    if (begun !== now && this.#changes.changedSince(tagsOfListing(id, sellerId), begun)) return undefined;
    // What has held until now need not be asked about the time before again.
    facts[from + 5] = now;
    return {
      id,
      sellerId,
      text: this.#ring.view(at + headLength, length - headLength),
      place: at,
      priceRank: facts[from + 1] as number,
      publishedAt: facts[from + 2] as number,
      expiresAt: facts[from + 3] as number,
    };
  }
}
