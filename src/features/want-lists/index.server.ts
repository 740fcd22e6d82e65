/** Public API on the server. */
export { fillLines, giveLinesBack } from './edit/fill-lines.server.ts';
export { hideList, releaseList } from './edit/hide-list.server.ts';
export { getListForAdmin } from './read/get-list.server.ts';
export { hasList } from './read/want-lists.queries.server.ts';
export { listsWanting, maybeWanted, stillWanted } from './read/wanting.server.ts';
