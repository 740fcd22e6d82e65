/** Face, server: what other rooms may ask of want lists. */
export { fillLines, giveLinesBack } from './fill-lines.server.ts';
export { lookAtList } from './get-list.server.ts';
export { hideList, releaseList } from './hide-list.server.ts';
export { listsWanting, maybeWanted, stillWanted } from './wanting.server.ts';
