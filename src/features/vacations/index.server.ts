/** Public API, server: return notices. */
export { asksForReturn } from './request-return-notice.server.ts';
