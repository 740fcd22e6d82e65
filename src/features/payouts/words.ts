/** Public API without server code: words of payouts for other pages. */
export { differenceWords } from './compare/difference-words.ts';
export { monthName } from './statements/month.ts';
export { noTax, type Tax, taxLimits } from './tax/tax.rules.ts';
export { reportedFrom } from './tax-report/tax-report.rules.ts';
