/** Public API on the server: reads and writes lists of cards, for want-lists and orders. */

export type { WantedRow } from './parse/parse-want.ts';
export { readWantedFile } from './parse/read-wanted-file.server.ts';
export { writeTable } from './write/write-table.ts';
