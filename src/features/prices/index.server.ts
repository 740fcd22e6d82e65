/** Face, server: what cards were sold for. */

export { loadPricePanel, type PricePanelData } from './price-panel.server.ts';
export { dropSales, type PaidOrder, recordSales } from './record-sales.server.ts';
