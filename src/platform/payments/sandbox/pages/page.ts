import { renewalCard, testCards } from '../cards.ts';
import type { Session } from '../objects.ts';
import type { PayField, Typed } from './pay-form.ts';

/** Safe HTML: created only by `html`, which escapes its parts. */
export interface Safe {
  readonly safe: string;
}
type Part = string | number | Safe | null | false | Part[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  return typeof part === 'object'
    ? part.safe
    : String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

export function html(texts: TemplateStringsArray, ...parts: Part[]): Safe {
  return { safe: texts.reduce((all, text, index) => all + text + render(parts[index] ?? null), '') };
}

export interface CheckoutView {
  session: Session;
  base: string;
  typed: Typed;
  /** Field → message; `card` also contains the bank's answer. */
  errors: Record<string, string>;
}

export function amount(minor: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(minor / 100);
}

export function frame(title: string, base: string, body: Safe): string {
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · Sandbox checkout</title><link rel="stylesheet" href="${base}/checkout.css"></head>
<body><header class="notice"><p><strong>Sandbox:</strong> payments are simulated. This page replaces Stripe\u2019s.</p></header>${body}</body></html>`
      .safe
  }`;
}

const fieldNames = { line1: 'Address', city: 'City', postal_code: 'Postal code', country: 'Country' } as const;

export function checkoutPage({ session, base, typed, errors }: CheckoutView): string {
  const total = amount(session.amount_total, session.currency);
  const shipping = session.amount_total - session.amount_subtotal;
  const action = `${base}/checkout/${session.id}`;
  const field = (
    name: PayField,
    label: string,
    attributes: Safe,
    wide = true,
  ) => html`<div class="field${wide ? ' wide' : ''}">
<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${typed[name] ?? ''}" ${attributes}${errors[name] ? html` aria-invalid="true" aria-describedby="${name}-error"` : null}>
${errors[name] ? html`<p class="error" id="${name}-error">${errors[name] ?? ''}</p>` : null}</div>`;
  const problems = Object.keys(errors);
  const isRenewing = session.mode === 'subscription';
  const cards = isRenewing ? [...testCards, renewalCard] : testCards;
  const countries = session.shipping_address_collection?.allowed_countries ?? [];
  return frame(
    `Pay ${total}`,
    base,
    html`<main class="checkout"><section class="summary" aria-labelledby="summary"><h1 id="summary">${isRenewing ? 'Your subscription' : 'Your order'}</h1><p class="total">${total}${isRenewing ? html`<span> a month</span>` : null}</p><dl>
${session.sandbox.lineItems.map((item) => html`<div><dt>${item.description}${item.quantity > 1 ? html` <span>× ${item.quantity}</span>` : null}</dt><dd>${amount(item.amount_total, item.currency)}</dd></div>`)}
${session.sandbox.shippingName ? html`<div><dt>${session.sandbox.shippingName}</dt><dd>${amount(shipping, session.currency)}</dd></div>` : null}
<div class="sum"><dt>Total</dt><dd>${total}</dd></div></dl>
<form method="post" action="${action}/cancel"><button class="quiet">Cancel payment</button></form></section>
<section class="pay" aria-labelledby="pay"><h2 id="pay">Pay by card</h2>
${problems.length > 0 ? html`<p class="alert" role="alert">${errors.card ?? 'Check the highlighted fields.'}</p>` : null}
<form method="post" action="${action}/pay" novalidate><div class="fields">
${field('email', 'Email', html`type="email" autocomplete="email"`)}
${field('cardNumber', 'Card number', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"`)}
${field('expiry', 'Expiry (MM/YY)', html`inputmode="numeric" autocomplete="cc-exp" placeholder="12/34"`, false)}
${field('cvc', 'CVC', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123"`, false)}
${field('name', countries.length > 0 ? 'Full name' : 'Name on card', html`autocomplete="name"`)}
${
  countries.length > 0
    ? html`<h3 class="wide">Shipping address</h3>
${field('line1', fieldNames.line1, html`autocomplete="address-line1"`)}
${field('line2', 'Apartment, floor (optional)', html`autocomplete="address-line2"`)}
${field('postal_code', fieldNames.postal_code, html`autocomplete="postal-code"`, false)}
${field('city', fieldNames.city, html`autocomplete="address-level2"`, false)}
<div class="field wide"><label for="country">${fieldNames.country}</label><select id="country" name="country" autocomplete="country"${errors.country ? html` aria-invalid="true" aria-describedby="country-error"` : null}>
${countries.includes(typed.country ?? '') ? null : html`<option value="">Select a country</option>`}
${byName(countries).map(([code, name]) => html`<option value="${code}"${code === typed.country ? html` selected` : null}>${name}</option>`)}</select>
${errors.country ? html`<p class="error" id="country-error">${errors.country}</p>` : null}</div>`
    : null
}
</div><button class="primary">${isRenewing ? 'Subscribe for' : 'Pay'} ${total}</button></form>
<details open class="cards"><summary>Test cards</summary><table><thead><tr><th scope="col">Number</th><th scope="col">Result</th></tr></thead><tbody>
${cards.map((card) => html`<tr><td><code>${card.number}</code></td><td>${card.meaning}</td></tr>`)}</tbody></table>
<p>Use any future expiry date and any 3 digits as CVC.</p></details></section></main>`,
  );
}

export function authenticatePage(session: Session, base: string): string {
  return frame(
    'Confirm payment',
    base,
    html`<main class="single"><h1>Confirm payment</h1><p>Your bank asks you to confirm this payment of <strong>${amount(session.amount_total, session.currency)}</strong>.</p>
<form method="post" action="${base}/checkout/${session.id}/authenticate"><button class="primary" name="approve" value="true">Confirm payment</button>
<button name="approve" value="false">Reject payment</button></form></main>`,
  );
}

export function closedPage(title: string, message: string, base: string, back: string | null): string {
  return frame(
    title,
    base,
    html`<main class="single"><h1>${title}</h1><p>${message}</p>${back ? html`<p><a href="${back}">Back to the site</a></p>` : null}</main>`,
  );
}

/** Countries, sorted by name. */
function byName(codes: readonly string[]): [code: string, name: string][] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}
