/** Public API, server: return notices. */
export { hasReturnNotice } from './request-return-notice.server.ts';
