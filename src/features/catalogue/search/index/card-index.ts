import { Vocabulary } from './vocabulary.ts';

/**
 * The search index: every card as four small numbers (its name, set, number and traits), each in its own dictionary,
 * and for each word the names, sets and traits that hold it. 290,000 cards take about 11 MB, all typed arrays, so it is
 * loaded from the database as one block of bytes.
 */
export interface CardIndex {
  revision: number;
  games: string[];
  /** `game\ncode`, in the order of the cards. */
  setKeys: string[];
  words: Vocabulary;
  wordNames: Postings;
  /** Items are set × 8 + kind. */
  wordSets: Postings;
  wordTraits: Postings;
  /** How many different words a name or a set name has. */
  nameLength: Uint8Array;
  nameCards: Postings;
  setLength: Uint8Array;
  /** First card of each set; one more at the end. Cards lie in the order of game, set, number. */
  setStart: Uint32Array;
  setTotal: Uint16Array;
  setGame: Uint8Array;
  /** How likely a buyer means it, 0 to 16: large sets before giveaways, a game's first sets before all. */
  setPrior: Uint8Array;
  traitPrior: Uint8Array;
  numbers: Vocabulary;
  numberDigits: Int32Array;
  cardName: Uint32Array;
  cardSet: Uint16Array;
  /** 0 is "no number"; n is numbers[n - 1]. */
  cardNumber: Uint32Array;
  cardTrait: Uint16Array;
  /** Ten bytes each: the id's eighty bits. */
  cardIds: Uint8Array;
}

export interface Postings {
  starts: Uint32Array;
  items: Uint32Array | Uint16Array;
}

/** How many items a key has. */
export function span(postings: Postings, key: number): number {
  return (postings.starts[key + 1] as number) - (postings.starts[key] as number);
}

/** How a word belongs to a set. */
export const setWord = { code: 0, name: 1, year: 2, series: 3, game: 4 } as const;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export function cardIdAt(index: CardIndex, card: number): string {
  const { cardIds } = index;
  let id = '';
  for (let at = card * 10; at < card * 10 + 10; at += 5) {
    let bits = 0;
    for (let i = 0; i < 5; i++) bits = bits * 256 + (cardIds[at + i] as number);
    let part = '';
    for (let i = 0; i < 8; i++) {
      part = alphabet[bits % 32] + part;
      bits = Math.floor(bits / 32);
    }
    id += part;
  }
  return id;
}

/** The ten bytes of an id, written at `at`. */
export function writeCardId(bytes: Uint8Array, at: number, id: string): void {
  for (let half = 0; half < 2; half++) {
    let bits = 0;
    for (let i = 0; i < 8; i++) bits = bits * 32 + alphabet.indexOf(id[half * 8 + i] as string);
    for (let i = 4; i >= 0; i--) {
      bytes[at + half * 5 + i] = bits % 256;
      bits = Math.floor(bits / 256);
    }
  }
}

type Block = Uint8Array | Uint16Array | Uint32Array | Int32Array;
const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array } as const;
type Kind = keyof typeof kinds;

interface Header {
  revision: number;
  games: string[];
  setKeys: string[];
  blocks: { name: string; kind: Kind; offset: number; length: number }[];
}

/** The index as bytes: the length of the header, the header as JSON, then the arrays, each at a multiple of eight. */
export function packIndex(index: CardIndex): Uint8Array {
  const blocks: [string, Block][] = [];
  for (const [name, value] of Object.entries(index) as [string, unknown][]) {
    if (value instanceof Vocabulary) blocks.push([`${name}.units`, value.units], [`${name}.starts`, value.starts]);
    else if (isPostings(value)) blocks.push([`${name}.starts`, value.starts], [`${name}.items`, value.items]);
    else if (ArrayBuffer.isView(value)) blocks.push([name, value as Block]);
  }
  let offset = 0;
  const header: Header = { revision: index.revision, games: index.games, setKeys: index.setKeys, blocks: [] };
  for (const [name, block] of blocks) {
    header.blocks.push({ name, kind: block.constructor.name as Kind, offset, length: block.length });
    offset = align(offset + block.byteLength);
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const base = align(4 + json.length);
  const bytes = new Uint8Array(base + offset);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  for (let i = 0; i < blocks.length; i++) {
    const block = (blocks[i] as [string, Block])[1];
    bytes.set(new Uint8Array(block.buffer, block.byteOffset, block.byteLength), base + (header.blocks[i]?.offset ?? 0));
  }
  return bytes;
}

/**
 * Views into the bytes; nothing is copied, so `bytes` must start at a multiple of eight of its buffer and stay
 * unchanged.
 */
export function unpackIndex(bytes: Uint8Array): CardIndex {
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerLength))) as Header;
  const base = bytes.byteOffset + align(4 + headerLength);
  const at = new Map<string, Block>();
  for (const { name, kind, offset, length } of header.blocks)
    at.set(name, new kinds[kind](bytes.buffer as ArrayBuffer, base + offset, length));
  const block = <T extends Block>(name: string): T => {
    const found = at.get(name);
    if (!found) throw new Error(`the search index has no ${name}`);
    return found as T;
  };
  const postings = (name: string): Postings => ({ starts: block(`${name}.starts`), items: block(`${name}.items`) });
  const vocabulary = (name: string) => new Vocabulary(block(`${name}.units`), block(`${name}.starts`));
  return {
    revision: header.revision,
    games: header.games,
    setKeys: header.setKeys,
    words: vocabulary('words'),
    wordNames: postings('wordNames'),
    wordSets: postings('wordSets'),
    wordTraits: postings('wordTraits'),
    nameLength: block('nameLength'),
    nameCards: postings('nameCards'),
    setLength: block('setLength'),
    setStart: block('setStart'),
    setTotal: block('setTotal'),
    setGame: block('setGame'),
    setPrior: block('setPrior'),
    traitPrior: block('traitPrior'),
    numbers: vocabulary('numbers'),
    numberDigits: block('numberDigits'),
    cardName: block('cardName'),
    cardSet: block('cardSet'),
    cardNumber: block('cardNumber'),
    cardTrait: block('cardTrait'),
    cardIds: block('cardIds'),
  };
}

function isPostings(value: unknown): value is Postings {
  return typeof value === 'object' && value !== null && 'starts' in value && 'items' in value;
}

function align(offset: number): number {
  return (offset + 7) & ~7;
}
