/** Public API without server code: the limits and words of the tax in selling fees. */
export { noTax, type Tax, taxLimits } from './tax/tax.rules.ts';
