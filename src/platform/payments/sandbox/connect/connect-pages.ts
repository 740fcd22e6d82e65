import { amount, frame, html, type Safe } from '../pages/page.ts';
import type { Account, Payout } from './connect-objects.ts';
import type { Sums } from './movements.ts';

interface View {
  /** Address of this page. */
  at: string;
  base: string;
  account: Account;
  error: string | null;
}

const alert = (error: string | null) => (error ? html`<p class="alert" role="alert">${error}</p>` : null);
const numberField = html`<div class="field wide"><label for="accountNumber">Bank account number</label>
<input id="accountNumber" name="accountNumber" autocomplete="off" placeholder="DE89 3704 0044 0532 0130 00"></div>`;

/** The onboarding page: what is missing of a seller at Stripe, and the outcome to try out. Works without script. */
export function onboardingPage({ at, base, account, error }: View): string {
  return frame(
    'Set up payouts',
    base,
    html`<main class="single"><h1>Set up payouts</h1><p>${account.contact_email}, ${account.sandbox.country}</p>${alert(error)}
<form method="post" action="${at}" novalidate><div class="fields">${account.sandbox.bank ? null : numberField}
<div class="field wide"><label for="outcome">Outcome of the check</label><select id="outcome" name="outcome">
<option value="complete">Verified after a minute</option><option value="document_missing">A document is missing</option>
<option value="rejected">Rejected</option></select></div></div><button class="primary">Continue</button></form></main>`,
  );
}

/** The express dashboard: balance, payouts, and the bank account. */
export function expressPage({
  at,
  base,
  account,
  balance,
  payouts,
  error,
}: View & { balance: Sums; payouts: readonly Payout[] }): string {
  const lines = (sums: Map<string, number>): Safe =>
    sums.size === 0
      ? html`<dd>None</dd>`
      : html`${[...sums].map(([currency, sum]) => html`<dd>${amount(sum, currency)}</dd>`)}`;
  return frame(
    'Payouts',
    base,
    html`<main class="portal"><h1>Payouts</h1>${alert(error)}
<section class="pay" aria-labelledby="balance"><h2 id="balance">Balance</h2>
<dl><div><dt>Available</dt>${lines(balance.available)}</div><div><dt>Pending</dt>${lines(balance.pending)}</div></dl></section>
${balance.available.size === 0 ? null : payoutForm(at, [...balance.available.keys()])}
<section class="pay" aria-labelledby="bank"><h2 id="bank">Bank account</h2><p>${bankWords(account)}</p>
<form method="post" action="${at}/bank" novalidate><div class="fields">${numberField}</div><button>Change bank account</button></form></section>
<section class="pay" aria-labelledby="payouts"><h2 id="payouts">Payouts</h2>${payouts.length === 0 ? html`<p>No payouts yet.</p>` : payoutTable(payouts)}</section></main>`,
  );
}

/** Stripe's dashboard has it where the host allows sellers to pay themselves out. */
function payoutForm(at: string, currencies: readonly string[]): Safe {
  return html`<section class="pay" aria-labelledby="now"><h2 id="now">Pay out now</h2>
<form method="post" action="${at}/payout" novalidate><div class="fields">
<div class="field"><label for="amount">Amount</label><input id="amount" name="amount" inputmode="decimal" autocomplete="off"></div>
<div class="field"><label for="currency">Currency</label><select id="currency" name="currency">${currencies.map((one) => html`<option value="${one}">${one.toUpperCase()}</option>`)}</select></div>
<div class="field wide"><label for="method">Speed</label><select id="method" name="method"><option value="standard">Standard</option><option value="instant">Instant, for 1 %</option></select></div></div>
<button>Pay out</button></form></section>`;
}

function bankWords({ sandbox: { bank } }: Account): string {
  if (!bank) return 'None yet.';
  return `Ends in ${bank.last4}.${bank.isErrored ? ' It sent a payout back. Enter another bank account.' : ''}`;
}

const date = (at: number) =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const states = { in_transit: 'In transit', paid: 'Paid', failed: 'Failed' } as const;

function payoutTable(payouts: readonly Payout[]): Safe {
  return html`<table><thead><tr><th scope="col">Date</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead><tbody>
${payouts.map((one) => html`<tr><td>${date(one.created)}</td><td>${amount(one.amount, one.currency)}</td><td>${states[one.status]}</td></tr>`)}</tbody></table>`;
}
