/** Face, server: what other rooms and pages may ask of want lists. */
export { listsWanting, maybeWanted, stillWanted } from './wanting.server.ts';
