import type { Money } from '#kernel/money.ts';

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });
