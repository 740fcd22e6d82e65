/** Face, browser: what orders give to a listing's page. */
export { BuyBox } from './components/buy-box.tsx';
export { Promises } from './components/promises.tsx';
