/** Public API on the server. */
export { mergeCartCookies } from './read/visit-cart.server.ts';
