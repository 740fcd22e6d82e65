import { parseInput, text, typed } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { addressFieldNames } from './address.rules.ts';
import { addAddress } from './change-addresses.server.ts';
import { addressInput } from './contract.ts';

/** Adds the address that a form with `AddressFields` says; answers its id. */
export function addAddressFromForm(platform: Platform, actor: Actor, form: FormData): Promise<string> {
  const given = { ...typed(form, addressFieldNames), isDefault: text(form, 'isDefault') === 'on' };
  return addAddress(platform, actor, parseInput(addressInput, given));
}
