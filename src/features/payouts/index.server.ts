/** Public API on the server: payouts for other pages. */
export { findAccountBanner } from './accounts/show-account.server.ts';
export { bookAsOwn, confirmOpening, stopPayouts } from './compare/decide-difference.server.ts';
export { type Comparison, readComparison } from './compare/read-comparison.server.ts';
export { writeOffDebt } from './debts/write-off.server.ts';
export { invoicePdf } from './invoices/invoice-pdf.server.ts';
export {
  findMissingNumbers,
  getMarketInvoice,
  listInvoiceMonths,
  listMarketInvoices,
  sumInvoices,
} from './invoices/market-invoices.server.ts';
export { marketInvoicesCsv } from './invoices/market-invoices-csv.server.ts';
export { ruleAt } from './model/read-rule.server.ts';
export { findOrderPayout } from './queries/list-payouts.server.ts';
export {
  type Debtor,
  listDebtors,
  listUndecided,
  type MarketMoney,
  readMarketMoney,
  type Undecided,
} from './queries/market-money.server.ts';
export { decideHeld } from './release/decide-held.server.ts';
export { changeTax, listTaxRules } from './tax/tax-rule.server.ts';
export { readTaxReport } from './tax-report/read-tax-report.server.ts';
export { requireTaxReport } from './tax-report/tax-details.server.ts';
export { taxReportCsv } from './tax-report/tax-report-csv.ts';
export { taxReportXml } from './tax-report/tax-report-xml.ts';
export type { YearFigures } from './tax-report/year-figures.server.ts';
