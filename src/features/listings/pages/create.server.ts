import { redirect } from 'react-router';
import { unverifiedCode, verifyFor } from '#features/auth/words.ts';
import { feeInForce } from '#features/fees/index.server.ts';
import type { Fee } from '#features/fees/words.ts';
import { findMemberProfile } from '#features/members/index.server.ts';
import { findListedTable, setSendsFrom } from '#features/shipping/index.server.ts';
import type { ListedTable } from '#features/shipping/words.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { listCountries } from '#kernel/text/country-name.ts';
import type { PageProblem, PageScope } from '#platform/http/page.ts';
import { text } from '#platform/http/page-form.server.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { DescriptionRights } from '../components/create/form/description-field.tsx';
import { inputOf } from '../components/create/form/form-input.ts';
import { formFromData, type ListingForm } from '../components/create/form/listing-form.ts';
import type { TierFacts } from '../components/create/form/tier-note.tsx';
import { type CreateListingInput, createListingSchema, type Listing } from '../contract.ts';
import { createListing } from '../lifecycle/create-listing.server.ts';
import { editListing } from '../lifecycle/edit-listing.server.ts';
import { publishListing } from '../lifecycle/move-listing.server.ts';
import { liveStatuses } from '../model/listing.process.ts';
import { listOwnListings } from '../own-listings/own-listings.server.ts';

export interface SellerFacts {
  id: string;
  username: string;
  avatarUrl: string | null;
  rating: number | null;
  tier: TierFacts;
  description: DescriptionRights;
  /** The fee of a sale that is made now. */
  fee: Fee;
  shipping: ListedTable;
  /** To choose from while it is unknown where they ship from. */
  countries: readonly (readonly [code: string, name: string])[];
  /** Nothing was ever listed. */
  isFirst: boolean;
}

/** Who lists, and how many places they have left. */
export async function loadSeller(platform: Platform, actor: Actor): Promise<SellerFacts> {
  const [profile, fee, own, shipping] = await Promise.all([
    findMemberProfile(platform.db, actor.id),
    feeInForce(platform.db),
    listOwnListings(platform, actor, new URLSearchParams('status=active'), { limit: 1 }),
    findListedTable(platform.db, actor.id),
  ]);
  const tier = profile?.tier ?? 'free';
  const definition = tierDefinition(tier);
  return {
    id: actor.id,
    username: profile?.username ?? '',
    avatarUrl: profile?.avatarUrl ?? null,
    rating: profile?.rating ?? null,
    fee,
    shipping,
    countries: shipping.sendsFrom === null ? listCountries() : [],
    isFirst: Object.values(own.counts).every((count) => count === 0),
    description: { isFormatted: definition.hasMarkdownSupport, mostCharacters: definition.maxDescriptionLength },
    tier: {
      tier,
      name: definition.displayName,
      maxLive: definition.maxActiveListings,
      live: liveStatuses.reduce((sum, status) => sum + (own.counts[status] ?? 0), 0),
      hours: definition.listingDuration,
      premiumHours: tierDefinition('premium').listingDuration,
    },
  };
}

/** The draft is saved: a seller without a confirmed address confirms it now, and comes back to the draft. */
function verifyFirst(error: unknown, draftId: string): never {
  if (isRefusal(error) && error.code === unverifiedCode) throw redirect(verifyFor(`/listings/${draftId}`));
  throw error;
}

/** Why nothing was made of a form, with what was typed into it. */
export interface FormRefusal {
  problem: PageProblem;
  form: ListingForm;
}

export type PlainAnswer = { listing: Listing; published: boolean } | FormRefusal;

/**
 * The whole form sent without scripts: creates or changes the draft, and publishes it where that button was pressed and
 * no refusal prevents it.
 */
export async function answerPlainForm(
  { platform, address }: Pick<PageScope, 'platform' | 'address'>,
  actor: Actor,
  data: FormData,
  id: string | null,
): Promise<PlainAnswer> {
  const form = formFromData(data);
  try {
    const { input, errors } = inputOf(form);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    // Asked while it is unknown.
    const shipsFrom = text(data, 'sendsFrom');
    if (shipsFrom) await setSendsFrom(platform, actor, shipsFrom);
    const parsed = createListingSchema.safeParse({ ...input, status: 'draft' });
    if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
    const { status: _status, ...changes }: CreateListingInput = input;
    const saved = id
      ? await editListing(platform, actor, id, changes)
      : await createListing(platform, actor, { ...input, status: 'draft' }, { address });
    if (data.get('save') !== 'publish') return { listing: saved, published: false };
    return {
      listing: await publishListing(platform, actor, saved.id).catch((error) => verifyFirst(error, saved.id)),
      published: true,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { problem: { code: error.code, message: error.message, errors: error.errors }, form };
  }
}
