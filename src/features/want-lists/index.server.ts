/** Face, server: what other rooms may ask of want lists. */
export { fillLines, giveLinesBack } from './edit/fill-lines.server.ts';
export { hideList, releaseList } from './edit/hide-list.server.ts';
export { lookAtList } from './read/get-list.server.ts';
export { listsWanting, maybeWanted, stillWanted } from './read/wanting.server.ts';
