/** Face, server: what pages may ask of alerts. */
export { followingAsked } from './follows.server.ts';
