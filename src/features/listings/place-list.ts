const least = 4_096;
/** A megabyte. */
const mostKept = 262_144;

/** Places in a block that is used again and again: a search of a large market finds a hundred thousand, and lists of them made anew would be most of what the collector has to do. */
export class PlaceList {
  places = new Int32Array(least);
  size = 0;

  add(place: number): void {
    if (this.size === this.places.length) this.makeRoom(this.size + 1);
    this.places[this.size++] = place;
  }

  /** Room for so many in all; what is there stays. */
  makeRoom(most: number): void {
    if (most <= this.places.length) return;
    const wider = new Int32Array(Math.max(most, this.places.length * 2));
    wider.set(this.places.subarray(0, this.size));
    this.places = wider;
  }

  /** Gives back what only a search for most of a large market needs; nobody looks at its places any more. */
  letGo(): void {
    this.size = 0;
    if (this.places.length <= mostKept) return;
    this.places.buffer.transfer(0);
    this.places = new Int32Array(least);
  }

  /** What is in it, until it is used again. */
  get all(): Int32Array {
    return this.places.subarray(0, this.size);
  }
}
