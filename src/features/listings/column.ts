/** Numbers by place. */
export type Column = Narrow | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Numbers from 0 on, in two bytes each until one of them needs four. */
export type Narrow = Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** Of twice the length, or `least`. The former block is given back at once, and not when it is collected: nobody looks into it any more. */
export function wider<T extends Column>(column: T, least = 0): T {
  const made = new (column.constructor as new (length: number) => T)(Math.max(least, column.length * 2));
  made.set(column);
  column.buffer.transfer(0);
  return made;
}

/** The same column, or another in its place, that such a number can be written into. */
export function roomFor(column: Narrow, number: number): Narrow {
  if (number <= 0xffff || column instanceof Int32Array) return column;
  const made = new Int32Array(column.length);
  made.set(column);
  column.buffer.transfer(0);
  return made;
}
