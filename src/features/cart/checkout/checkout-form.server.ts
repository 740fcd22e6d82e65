import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import * as z from 'zod';
import { changeAddressInput } from '#features/addresses/contract.ts';
import { addAddressFromForm, changeAddress } from '#features/addresses/index.server.ts';
import { addressFieldNames } from '#features/addresses/words.ts';
import { unverifiedCode, verifyFor } from '#features/auth/words.ts';
import { purchaseModes, type SellerMethod } from '#features/orders/contract.ts';
import { orderPolicy } from '#features/orders/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { currencySchema } from '#kernel/numbers/money-schema.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { phoneField } from '../model/phone.rules.ts';
import { changeFromForm } from '../read/change-from-form.server.ts';
import { cartRequest } from '../read/visit-cart.server.ts';
import { checkOut } from './checkout.server.ts';

const outdated = 'This page is out of date. Reload it.';
const formSchema = z.object({
  currency: currencySchema,
  mode: z.enum(purchaseModes, outdated),
  expectedTotal: z.int(outdated).min(0, outdated),
  idempotencyKey: z.string().refine(isId, outdated),
  addressId: z.string().refine(isId, outdated),
});

/** Adds an address to the buyer's book, and chooses it. */
export async function addAddressAtCheckout(args: Pick<ActionFunctionArgs, 'context' | 'request'>, form: FormData) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform } = pageScope(args.context);
  return answerForm(form, [...addressFieldNames, 'isDefault'], async () => {
    const address = await addAddressFromForm(platform, actor, form);
    const { searchParams } = new URL(args.request.url);
    searchParams.set('address', address);
    throw redirect(`/checkout?${searchParams}`);
  });
}

/** Chooses a seller's shipping method. Without script the page comes again with its price. */
export async function chooseAtCheckout(args: Pick<ActionFunctionArgs, 'context' | 'request'>, form: FormData) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform, address } = pageScope(args.context);
  const { pathname, search } = new URL(args.request.url);
  return answerForm(form, [], async () => {
    const { answer } = await changeFromForm(platform, cartRequest(args.request, { actor, address }), form);
    if (pathname.endsWith('.data')) return answer;
    throw redirect(`${pathname}${search}`);
  });
}

/**
 * The button of the checkout page: reserves the cards and redirects to the payment page. A phone number that the address
 * lacked is saved with it first.
 */
export async function checkOutFromForm(args: Pick<ActionFunctionArgs, 'context' | 'request'>, form: FormData) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform } = pageScope(args.context);
  return answerForm(form, [phoneField], async () => {
    const input = parseInput(formSchema, {
      currency: text(form, 'currency'),
      mode: text(form, 'mode'),
      expectedTotal: Number(text(form, 'expectedTotal')),
      idempotencyKey: text(form, 'idempotencyKey'),
      addressId: text(form, 'addressId'),
    });
    const phone = text(form, phoneField).trim();
    const placed = async () => {
      if (phone !== '')
        await changeAddress(platform, actor, input.addressId, parseInput(changeAddressInput, { phone }));
      const wanted = { ...input, seen: seenVersions(form), shipping: shownMethods(form, input.currency) };
      return checkOut(platform, actor, wanted, pageClient(args));
    };
    const { checkoutUrl } = await placed().catch((error: unknown) => {
      if (isRefusal(error) && error.code === unverifiedCode) throw redirect(verifyFor('/checkout'));
      throw isRefusal(error) ? atPhoneField(error) : error;
    });
    // Another document, often on another host: the router must not look for it among our pages.
    throw redirectDocument(checkoutUrl);
  });
}

/** A new address on the same page has a field of this name too. */
function atPhoneField(refusal: Refusal): Refusal {
  const { phone, ...errors } = refusal.errors ?? {};
  if (phone === undefined) return refusal;
  return new Refusal(refusal.status, refusal.code, refusal.message, { errors: { ...errors, [phoneField]: phone } });
}

/** Listing and version, as `seen` fields name them; what is none of them is left out. */
function seenVersions(form: FormData): Map<string, number> {
  const pairs = form.getAll('seen').map((value) => String(value).split(' '));
  return new Map(
    pairs.flatMap(([id, version]) => (id && /^\d{1,9}$/.test(version ?? '') ? [[id, Number(version)]] : [])),
  );
}

/** Seller, price and name of the shipping methods that the page showed, as `method` fields name them. */
function shownMethods(form: FormData, currency: Currency): SellerMethod[] {
  return form.getAll('method').flatMap((value) => {
    const [, sellerId, amount, method] = /^(\S{1,64}) (\d{1,9}) (.{1,130})$/.exec(String(value)) ?? [];
    if (!sellerId || !method) return [];
    return [{ sellerId, method, expectedPrice: money(Number(amount), currency) }];
  });
}
