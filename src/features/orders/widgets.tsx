/** Face, browser: what orders give to other pages. */
export { BuyBox } from './components/buy-box.tsx';
export type { ActionAnswer } from './components/order-actions.tsx';
export { OrderCard } from './components/order-card.tsx';
export { OrderView } from './components/order-view.tsx';
export { disputeWords, historyLines, nextStep, type Side, statusWords } from './components/order-words.ts';
export { ProblemPhotos } from './components/problem-photos.tsx';
export { Promises } from './components/promises.tsx';
