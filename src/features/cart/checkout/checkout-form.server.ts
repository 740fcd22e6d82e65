import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import * as z from 'zod';
import { unverifiedCode, verifyFor } from '#features/auth/words.ts';
import { purchaseModes } from '#features/orders/contract.ts';
import { orderPolicy } from '#features/orders/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { currencySchema } from '#kernel/numbers/money-schema.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { checkOut } from './checkout.server.ts';

const outdated = 'This page is out of date. Reload it.';
const formSchema = z.object({
  currency: currencySchema,
  mode: z.enum(purchaseModes, outdated),
  expectedTotal: z.int(outdated).min(0, outdated),
  idempotencyKey: z.string().refine(isId, outdated),
});

/** The button of the checkout page: reserves the cards and redirects to the payment page. */
export async function checkOutFromForm(args: Pick<ActionFunctionArgs, 'context' | 'request'>, form: FormData) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform } = pageScope(args.context);
  return answerForm(form, [], async () => {
    const input = parseInput(formSchema, {
      currency: text(form, 'currency'),
      mode: text(form, 'mode'),
      expectedTotal: Number(text(form, 'expectedTotal')),
      idempotencyKey: text(form, 'idempotencyKey'),
    });
    const { checkoutUrl } = await checkOut(
      platform,
      actor,
      { ...input, seen: seenVersions(form) },
      pageClient(args),
    ).catch((error: unknown) => {
      if (isRefusal(error) && error.code === unverifiedCode) throw redirect(verifyFor('/checkout'));
      throw error;
    });
    // Another document, often on another host: the router must not look for it among our pages.
    throw redirectDocument(checkoutUrl);
  });
}

/** Listing and version, as `seen` fields name them; what is none of them is left out. */
function seenVersions(form: FormData): Map<string, number> {
  const pairs = form.getAll('seen').map((value) => String(value).split(' '));
  return new Map(
    pairs.flatMap(([id, version]) => (id && /^\d{1,9}$/.test(version ?? '') ? [[id, Number(version)]] : [])),
  );
}
