/** Face, server: reading and writing lists of cards, for the room that keeps lists of wants. */
export { readWantedFile } from './read-wanted-file.server.ts';
export type { WantedRow } from './understand-want.ts';
export { writeTable } from './write/write-table.ts';
