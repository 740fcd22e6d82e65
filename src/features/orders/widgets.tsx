/** Face, browser: what orders give to a listing's page. */
export { BuyBox } from './components/buy-box.tsx';
export { disputeWords, historyLines, nextStep, statusWords } from './components/order-words.ts';
export { Promises } from './components/promises.tsx';
