/** Face, server: reading and writing lists of cards, for the room that keeps lists of wants. */

export type { WantedRow } from './parse/parse-want.ts';
export { readWantedFile } from './parse/read-wanted-file.server.ts';
export { writeTable } from './write/write-table.ts';
