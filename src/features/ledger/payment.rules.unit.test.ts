import { expect, test } from 'vitest';
import { type OrderBooks, rowsOfPayment, splitRelease } from './payment.rules.ts';

const books = (what: Partial<OrderBooks>): OrderBooks => ({
  held: 0,
  owed: 0,
  fee: 0,
  debt: 0,
  loss: 0,
  left: 0,
  isReleased: false,
  ...what,
});
const none = { order: 0, fee: 0, seller: 0, debt: 0, loss: 0 };
const released = books({ left: 10_000, fee: 1_000, isReleased: true });

test('money of an order that is not released is held, and goes out from there', () => {
  expect(rowsOfPayment(books({}), 10_000, 1_000)).toEqual({ ...none, order: -10_000 });
  const paid = books({ held: 10_000, left: 10_000 });
  expect(rowsOfPayment(paid, -4_000, 1_000)).toEqual({ ...none, order: 4_000 });
});

test('more than was left of a payment is a loss, which money that comes back covers first', () => {
  const paid = books({ held: 3_000, left: 3_000 });
  expect(rowsOfPayment(paid, -10_000, 0)).toEqual({ ...none, order: 3_000, loss: 7_000 });
  expect(rowsOfPayment(books({ loss: 7_000 }), 10_000, 0)).toEqual({ ...none, order: -3_000, loss: -7_000 });
});

test('what the market covers is its loss, and the order keeps its money', () => {
  const paid = books({ held: 3_000, left: 3_000 });
  expect(rowsOfPayment(paid, -3_000, 300, 3_000)).toEqual({ ...none, loss: 3_000 });
  expect(rowsOfPayment(paid, -1_000, 300, 3_000)).toEqual({ ...none, loss: 1_000 });
  expect(rowsOfPayment(released, -10_000, 1_000, 2_500)).toEqual({ ...none, debt: 7_500, loss: 2_500 });
  expect(rowsOfPayment({ ...released, loss: 2_500 }, 2_500, 1_000)).toEqual({ ...none, loss: -2_500 });
});

test('after the release the seller gives first what was not sent, then owes the rest', () => {
  const unsent = { ...released, owed: 9_000 };
  expect(rowsOfPayment(unsent, -4_000, 1_000)).toEqual({ ...none, seller: 4_000 });
  expect(rowsOfPayment({ ...released, owed: 1_500 }, -4_000, 1_000)).toEqual({ ...none, seller: 1_500, debt: 2_500 });
  expect(rowsOfPayment(released, -4_000, 1_000)).toEqual({ ...none, debt: 4_000 });
});

test('the fee is at most what is left of the payment', () => {
  expect(rowsOfPayment(released, -9_600, 1_000)).toEqual({ ...none, fee: 600, debt: 9_000 });
  expect(rowsOfPayment(released, -10_000, 1_000)).toEqual({ ...none, fee: 1_000, debt: 9_000 });
  expect(rowsOfPayment({ ...released, left: 400, fee: 400 }, -400, 1_000)).toEqual({ ...none, fee: 400 });
});

test('money that comes back after the release pays the fee and the debt before the seller is owed it', () => {
  const gone = { ...released, left: 0, fee: 0, debt: 5_000 };
  expect(rowsOfPayment(gone, 10_000, 1_000)).toEqual({ ...none, fee: -1_000, debt: -5_000, seller: -4_000 });
});

test('a release gives the market the fee that it has not taken yet', () => {
  expect(splitRelease({ fee: 0, left: 10_000 }, 10_000, 1_000)).toEqual({ added: 1_000, sellers: 9_000 });
  expect(splitRelease({ fee: 0, left: 700 }, 700, 1_000)).toEqual({ added: 700, sellers: 0 });
  expect(splitRelease({ fee: 1_000, left: 10_000 }, 500, 1_000)).toEqual({ added: 0, sellers: 500 });
});

test('the rows of each movement sum to what moved, and no balance falls below 0', () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const random = (below: number) => Math.floor(((Math.sin(seed * 97 + below * 13) + 1) / 2) * below);
    const fee = random(2_000);
    let state = books({});
    for (const step of [1, 2, 3, 4, 5]) {
      const amount = step === 1 ? 1 + random(10_000) : random(9_000 + step) - 4_500;
      if (step === 1 || amount !== 0) {
        const rows = rowsOfPayment(state, amount, fee, amount < 0 ? random(-amount) : 0);
        expect(rows.order + rows.fee + rows.seller + rows.debt + rows.loss).toBe(-amount);
        state = {
          held: state.held - rows.order,
          owed: state.owed - rows.seller,
          fee: state.fee - rows.fee,
          debt: state.debt + rows.debt,
          loss: state.loss + rows.loss,
          left: state.left - rows.order - rows.fee - rows.seller - rows.debt,
          isReleased: state.isReleased,
        };
      }
      if (step === 2) {
        const { added, sellers } = splitRelease(state, state.held, fee);
        state = { ...state, held: 0, fee: state.fee + added, owed: state.owed + sellers, isReleased: true };
      }
      if (step === 3 && seed % 2 === 0) state = { ...state, owed: 0 };
      for (const [name, value] of Object.entries(state))
        expect(Number(value), `${name} of ${seed}`).toBeGreaterThanOrEqual(0);
    }
  }
});
