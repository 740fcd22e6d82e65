/** Public API on the server: the host's legal texts, and the event of a change of the terms. */
export { termsChanged } from './legal.events.ts';
export { listMarketTexts, readMarketTexts, writeMarketText } from './texts.server.ts';
