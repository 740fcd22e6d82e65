import { renewalCard, testCards } from '../cards.ts';
import { amount, frame, html, type Safe } from '../pages/page.ts';
import { isPayable } from './billing-cycle.ts';
import type { Invoice, Subscription } from './billing-objects.ts';
import { premiumProduct } from './prices.ts';

export interface PortalView {
  /** Address of this page. */
  at: string;
  base: string;
  returnUrl: string | null;
  subscription: Subscription | null;
  invoices: readonly Invoice[];
  error: string | null;
  saved: string | null;
}

const date = (at: number) =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The billing portal: the plan, cancelling and resuming it, the card, the invoices. Works without script. */
export function portalPage({ at, base, returnUrl, subscription, invoices, error, saved }: PortalView): string {
  const form = (act: string, label: string, primary = false) =>
    html`<form method="post" action="${at}/${act}"><button${primary ? html` class="primary"` : null}>${label}</button></form>`;
  const isLive = subscription !== null && subscription.ended_at === null;
  return frame(
    'Billing',
    base,
    html`<main class="portal">${returnUrl ? html`<p><a href="${returnUrl}">Back to the site</a></p>` : null}<h1>Billing</h1>
${error ? html`<p class="alert" role="alert">${error}</p>` : null}${saved ? html`<p class="saved" role="status">${saved}</p>` : null}
<section class="pay" aria-labelledby="plan"><h2 id="plan">Plan</h2>${subscription ? planOf(subscription) : html`<p>You don\u2019t have a plan.</p>`}
${isLive && (subscription.cancel_at_period_end ? form('keep', 'Keep plan', true) : form('cancel', 'Cancel plan'))}</section>
${isLive ? cardForm(at, subscription) : null}
<section class="pay" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>${invoices.length === 0 ? html`<p>No invoices yet.</p>` : invoiceTable(invoices)}</section></main>`,
  );
}

function planOf({ status, items, cancel_at_period_end: isEnding, ended_at: ended }: Subscription): Safe {
  const [item] = items.data;
  const cost = `${amount(item.price.unit_amount, item.price.currency)} a month`;
  const end = date(item.current_period_end);
  const state =
    ended !== null
      ? `Ended on ${date(ended)}.`
      : isEnding
        ? `Cancelled. Ends on ${end}.`
        : status === 'past_due'
          ? 'The last payment failed. Change the card to pay the open invoice.'
          : `Renews on ${end}.`;
  return html`<p><strong>${String(premiumProduct.name)}</strong>, ${cost}. ${state}</p>`;
}

function cardForm(at: string, { sandbox }: Subscription): Safe {
  return html`<section class="pay" aria-labelledby="card"><h2 id="card">Card</h2><p>Ends in ${sandbox.card.slice(-4)}.</p>
<form method="post" action="${at}/card" novalidate><div class="fields"><div class="field wide"><label for="cardNumber">New card number</label>
<input id="cardNumber" name="cardNumber" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"></div></div><button>Change card</button></form>
<details class="cards"><summary>Test cards</summary><table><thead><tr><th scope="col">Number</th><th scope="col">Result</th></tr></thead><tbody>
${[...testCards, renewalCard].map((card) => html`<tr><td><code>${card.number}</code></td><td>${card.meaning}</td></tr>`)}</tbody></table></details></section>`;
}

function invoiceTable(invoices: readonly Invoice[]): Safe {
  return html`<table><thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead><tbody>
${invoices.map((invoice) => html`<tr><td>${date(invoice.created)}</td><td><a href="${invoice.hosted_invoice_url}">${invoice.number}</a></td><td>${amount(invoice.amount_due, invoice.currency)}</td><td>${invoice.status}</td></tr>`)}</tbody></table>`;
}

/** An invoice to read or print, and to pay while it is open. */
export function invoicePage(invoice: Invoice, base: string, error: string | null): string {
  const { paid_at: paidAt, voided_at: voidedAt } = invoice.status_transitions;
  const state =
    paidAt !== null
      ? `Paid on ${date(paidAt)}.`
      : voidedAt !== null
        ? `Voided on ${date(voidedAt)}. No payment is due.`
        : 'Not paid yet.';
  return frame(
    `Invoice ${invoice.number}`,
    base,
    html`<main class="single"><h1>Invoice ${invoice.number}</h1><p>${date(invoice.created)}${invoice.customer_email ? html`, for ${invoice.customer_email}` : null}</p>
<dl>${invoice.lines.data.map((line) => html`<div><dt>${line.description} <span>${date(line.period.start)} to ${date(line.period.end)}</span></dt><dd>${amount(line.amount, line.currency)}</dd></div>`)}
<div class="sum"><dt>Total</dt><dd>${amount(invoice.total, invoice.currency)}</dd></div></dl>
<p>${state}</p>${error ? html`<p class="alert" role="alert">${error}</p>` : null}${isPayable(invoice) ? payForm(invoice, base) : null}</main>`,
  );
}

function payForm({ id, amount_due: due, currency }: Invoice, base: string): Safe {
  return html`<form method="post" action="${base}/invoices/${id}/pay" novalidate><div class="fields"><div class="field wide"><label for="cardNumber">Card number</label>
<input id="cardNumber" name="cardNumber" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"></div></div><button class="primary">Pay ${amount(due, currency)}</button></form>`;
}
