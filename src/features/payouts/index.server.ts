/** Public API on the server. */
export { changeTax, listTaxRules } from './tax/tax-rule.server.ts';
