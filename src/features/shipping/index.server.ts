/** Public API on the server: what the host sets of shipping. */
export { changeFigures, listFigures } from './figures.server.ts';
export { readFiguresForm } from './figures-form.server.ts';
export { putStartingTable } from './put-shipping.server.ts';
export { getStartingTable } from './shipping.queries.server.ts';
export { readShippingForm, sentFields, withOneMore } from './shipping-form.server.ts';
