/** Face, server: reading a list of cards that somebody wants, for the room that keeps such lists. */
export { readWantedFile } from './read-wanted-file.server.ts';
export type { WantedRow } from './understand-want.ts';
