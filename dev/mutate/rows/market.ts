// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const tiers = 'src/features/tiers';
const tierRules = [`${tiers}/tier.rules.test.ts`];
const check = [`${tiers}/premium-check.test.ts`];
const listings = 'src/features/listings';
const listingLife = [`${listings}/listing.process.test.ts`];
const listingRules = [`${listings}/listing.rules.test.ts`];
const orders = 'src/features/orders';

export const marketRows: readonly Mutation[] = [
  ...planted(
    { area: 'tiers', row: 'ST-01', file: `${tiers}/tier.rules.ts`, tests: tierRules },
    ['an operator’s grant stores nothing', "(id.startsWith('sub_') || id.startsWith('admin_'))", "id.startsWith('sub_')"],
    ['what runs out is over at once', "if (id && isCanceledButRunning(facts, now)) return 'premium';", ''],
    ['manual is enough for any plan', "manuallyUpdated && currentPlan === 'premium') return 'premium'", "manuallyUpdated) return 'premium'"],
  ),
  ...planted(
    { area: 'tiers', row: 'ST-02', file: `${tiers}/tier.rules.ts`, tests: tierRules },
    ['the stored tier is not asked', "if (tier !== 'premium') return false;", ''],
    ['an operator’s grant is worth nothing', "if (facts.stripeSubscriptionId?.startsWith('admin_')) return true;", ''],
  ),
  ...planted({ area: 'tiers', row: 'ST-03', file: `${tiers}/subscription.process.ts`, tests: tierRules }, [
    'a trial is not paid',
    "trialing: { state: 'trialing', counts: 0 }",
    "trialing: { state: 'trialing', counts: 1 }",
  ]),
  ...planted({ area: 'tiers', row: 'ST-04', file: `${tiers}/tier.rules.ts`, tests: tierRules }, [
    'an id without a status is none',
    "if (facts.stripeSubscriptionId && !facts.status) return 'active';",
    '',
  ]),
  ...planted(
    { area: 'tiers', row: 'ST-05', file: `${tiers}/tier.rules.ts`, tests: tierRules },
    ['a grant is looked at after two years', 'now.getUTCFullYear() + 1', 'now.getUTCFullYear() + 2'],
    ['Stripe’s own gets a date of ours', "|| !facts.stripeSubscriptionId?.startsWith('admin_')", ''],
  ),
  ...planted(
    { area: 'tiers', row: 'ER-06', file: `${tiers}/tier.rules.ts`, tests: tierRules },
    ['the sentence of a visitor', 'Must be logged in to cancel subscription', 'Must be signed in to cancel subscription'],
    ['the sentence of nothing known', 'No subscription information available', 'No subscription available'],
    ['a canceled one is canceled again', "if (facts.status === 'canceled') return", "if (facts.status === 'cancelled') return"],
    ['the sentence of no id', 'No active subscription ID found. Please contact support.', 'No active subscription ID found.'],
  ),
  ...planted(
    { area: 'tiers', row: 'LI-08', file: `${tiers}/contract.ts`, tests: [`${tiers}/tiers.api.test.ts`] },
    ['free lists three', 'maxActiveListings: 2', 'maxActiveListings: 3'],
    ['free lists for three days', 'listingDuration: 48', 'listingDuration: 72'],
    ['premium lists for a week', 'listingDuration: 720', 'listingDuration: 168'],
    ['premium sees advertising', 'hasAds: false', 'hasAds: true'],
    ['free has the bulk tools', 'hasBulkListingTools: false', 'hasBulkListingTools: true'],
  ),
  ...planted(
    { area: 'tiers', row: 'LI-01', file: `${tiers}/premium-check.ts`, tests: check },
    ['a check every minute', 'everyMs: 5 * 60_000', 'everyMs: 60_000'],
    ['four tries', 'tries: 3', 'tries: 4'],
    ['an answer is not kept', "if (isFresh && kept?.answer) return Promise.resolve({ ...kept.answer, source: 'cache' });", ''],
    ['pauses have no cap', 'Math.min(checkPolicy.backoffCapMs, checkPolicy.backoffMs * 2 ** (attempt - 2))', 'checkPolicy.backoffMs * 2 ** attempt'],
  ),
  ...planted(
    { area: 'tiers', row: 'AP-01', file: `${tiers}/browser-check.ts`, tests: [`${tiers}/browser-check.test.ts`] },
    ['the look shows no token', "signal, cache: 'no-store', headers }", "signal, cache: 'no-store' }"],
    ['a refused token is shown again', 'await token(true)', 'await token()'],
    ['the answer may be a kept one', "cache: 'no-store', ", ''],
  ),
  ...planted(
    { area: 'tiers', row: 'ER-08', file: `${tiers}/premium-check.ts`, tests: check },
    ['what was known is thrown away', "if (hasUser && kept) return { ...kept, source: 'cache' };", ''],
    [
      'nobody is premium by accident',
      "isPremium: false, tier: 'free', status, source: 'error'",
      "isPremium: true, tier: 'free', status, source: 'error'",
    ],
    ['a visitor has an error', "hasUser ? 'error' : 'none'", "'error'"],
  ),
  ...planted(
    { area: 'tiers', row: 'ST-07', file: `${tiers}/plan.ts`, tests: [`${tiers}/plan.test.ts`] },
    [
      'what runs out is canceled again',
      "canCancel: kind === 'active' || kind === 'due'",
      "canCancel: kind === 'active' || kind === 'due' || kind === 'ending'",
    ],
    ['what runs out says its renewal', "plan('ending', record.endDate)", "plan('ending', record.renewalDate)"],
    ['a failed payment is none', "if (record && (record.status === 'past_due'", "if (record && (record.status === 'past'"],
  ),
  ...planted(
    { area: 'listings', row: 'ST-13', file: `${listings}/listing.process.ts`, tests: listingLife },
    [
      'a seller brings back what an operator stopped',
      "from: ['paused_by_seller', 'paused_by_tier'], to: 'active', why: ['asked'], tells: 'resumed'",
      "from: ['paused_by_seller', 'paused_by_tier', 'paused_by_operator'], to: 'active', why: ['asked'], tells: 'resumed'",
    ],
    [
      'a seller ends a suspension',
      "from: ['paused_by_suspension'], to: 'active', why: ['suspension_ended']",
      "from: ['paused_by_suspension', 'paused_by_seller'], to: 'active', why: ['suspension_ended']",
    ],
    [
      'what is for sale is sold without a hold',
      "from: ['reserved', 'paused_by_suspension', 'paused_by_operator', 'paused_by_standing'],\n    to: 'sold'",
      "from: ['active', 'reserved', 'paused_by_suspension', 'paused_by_operator', 'paused_by_standing'],\n    to: 'sold'",
    ],
  ),
  ...planted(
    { area: 'listings', row: 'ST-13', file: `${listings}/listing.process.ts`, tests: listingRules },
    [
      'a sold one may be edited',
      "frozenStatuses: readonly ListingStatus[] = ['reserved', 'sold', 'removed']",
      "frozenStatuses: readonly ListingStatus[] = ['reserved', 'removed']",
    ],
    [
      'a reserved one may be edited',
      "frozenStatuses: readonly ListingStatus[] = ['reserved', 'sold', 'removed']",
      "frozenStatuses: readonly ListingStatus[] = ['sold', 'removed']",
    ],
  ),
  ...planted(
    { area: 'listings', row: 'LI-11', file: `${listings}/listing.rules.ts`, tests: listingRules },
    ['a price of nothing', 'minPrice: 1', 'minPrice: 0'],
    ['a thousand copies', 'maxQuantity: 999', 'maxQuantity: 1_000'],
    ['a longer title', 'titleLength: 120', 'titleLength: 121'],
    ['a dear card needs no photo', 'photoRequiredFrom: 2_000', 'photoRequiredFrom: 20_000'],
    ['held copies are for sale', 'stock.quantity - stock.quantityHeld - stock.quantitySold', 'stock.quantity - stock.quantitySold'],
  ),
  ...planted(
    { area: 'listings', row: 'AP-08', file: `${listings}/listing.query.ts`, tests: listingRules },
    ['a search of any length', 'if (q.length > queryLimits.text) errors.q =', 'if (q.length > 9_999) errors.q ='],
    ['what can’t be read is not named', 'if (known === null) errors[name] ??= `${name} must be ${allowed}.`;', 'if (known === null) continue;'],
    ['without words it sorts by relevance', "(query.q === null ? 'newest' : 'relevance')", "'relevance'"],
  ),
  ...planted(
    { area: 'orders', row: 'ST-15', file: `${orders}/order.process.ts`, tests: [`${orders}/order.process.test.ts`] },
    ['a buyer pays by word', "to: 'paid', by: ['stripe'] },\n  // The hold", "to: 'paid', by: ['stripe', 'buyer'] },\n  // The hold"],
    ['a buyer sends', "to: 'shipped', by: ['seller']", "to: 'shipped', by: ['seller', 'buyer']"],
    [
      'a seller disputes',
      "from: ['shipped', 'delivered'], to: 'disputed', by: ['buyer']",
      "from: ['shipped', 'delivered'], to: 'disputed', by: ['buyer', 'seller']",
    ],
    [
      'what is completed is disputed',
      "from: ['shipped', 'delivered'], to: 'disputed'",
      "from: ['shipped', 'delivered', 'completed'], to: 'disputed'",
    ],
    ['too early is early enough', "now < from ? { refused: 'too_early', from } : { transition }", '{ transition }'],
  ),
  ...planted(
    { area: 'orders', row: 'LI-07', file: `${orders}/waiting.rules.server.ts`, tests: [`${orders}/waiting.test.ts`] },
    ['what is to be sent is not counted', "['paid', 'awaiting_shipping']", "['paid']"],
    ['what was sent is counted', "['paid', 'awaiting_shipping']", "['paid', 'awaiting_shipping', 'shipped']"],
    ['premium makes no difference', "side === 'buyer' && isPremium)", "side === 'buyer' && isPremium && memberId === '')"],
  ),
  ...planted({ area: 'orders', row: 'AP-05', file: `${orders}/leave.server.ts`, tests: [`${orders}/waiting.test.ts`] }, [
    'what ended between two statements is owed by nobody',
    'Math.max(named.length, ',
    'Math.max(0, ',
  ]),
  ...planted(
    {
      area: 'catalogue',
      row: 'RT-11',
      file: 'src/features/catalogue/search/query/parse-query.ts',
      tests: ['src/features/catalogue/search/query/parse-query.test.ts'],
    },
    ['a grade is required', 'if (isGrade(chunks, i + 1)) dropped.push(chunks[++i] as string);', ''],
    ['noise is required', 'const kept = tokens.filter((token) => !noise.has(token.word));', 'const kept = tokens;'],
    ['what a lot is is all that is left', 'if (kept.length === 0) return { tokens, dropped: [] };', ''],
    ['a printing is required', 'return { word, soft: soft.has(word), number };', 'return { word, soft: false, number };'],
    ['the total of a number is lost', 'number: numberToken(key, Number(fraction[3]))', 'number: numberToken(key, null)'],
    ['more words than are looked for', 'const maxTokens = 12;', 'const maxTokens = 99;'],
  ),
  ...planted(
    {
      area: 'guides',
      row: 'UI-10',
      file: 'src/features/tutorials/contract.ts',
      tests: ['src/features/tutorials/tutorials.test.ts'],
      only: 'a guide for each tour',
    },
    ['a tour is kept under another name', "key: 'firstPurchase',", "key: 'firstSale',"],
  ),
  ...planted(
    { area: 'operator', row: 'RO-05', file: 'src/features/admin/shell/action-words.ts', tests: ['src/features/admin/shell/action-words.test.ts'] },
    ['two acts are told alike', "return 'revoked premium';", "return 'suspended the account';"],
    ['an end of premium is not told', '`granted premium for ${months(data.months)}`', "'granted premium'"],
    ['the reader is somebody else', "if (by === readerId) return 'You';", ''],
    ['a reason that is no text is told', "typeof value === 'string' && value !== '' ? value : null", 'value as string'],
  ),
  ...planted(
    {
      area: 'notifications',
      file: 'src/features/notifications/send/unsubscribe-token.ts',
      tests: ['src/features/notifications/send/unsubscribe.test.ts'],
    },
    [
      'a link that nobody signed stops mails',
      '!secrets.some((secret) => timingSafeEqual(',
      '!secrets.every((secret) => timingSafeEqual(Buffer.from(secret), Buffer.from(secret)) || timingSafeEqual(',
    ],
    ['a link of one kind stops another', 'macOf(secret, `${named}.${userId}`)', 'macOf(secret, `sales.${userId}`)'],
  ),
  ...planted(
    { area: 'platform', row: 'VA-10', file: 'src/platform/config/setting-problems.ts', tests: ['src/platform/config/config.test.ts'] },
    ['the line need not be secure', "if (protocol !== 'wss:' && protocol !== 'https:') problems", "if (protocol === 'x:') problems"],
    ['the line may go anywhere', 'hostname !== domain && !hostname.endsWith(`.${domain}`)', 'false'],
    ['what only ends alike is its host', '!hostname.endsWith(`.${domain}`)', '!hostname.endsWith(domain)'],
    ['what is missing is not named', '.map((name) => `${name} is missing`);', ".map(() => 'a setting is missing');"],
    ['the sandbox’s Stripe in production', 'if (s.STRIPE_API_BASE) problems', "if (s.STRIPE_API_BASE === 'x') problems"],
  ),
  ...planted(
    { area: 'platform', file: 'src/platform/http/guards.ts', tests: ['src/platform/http/guards.test.ts'] },
    ['a body that says how much it is may be any size', 'Number(length) <= maxBytes', 'Number(length) >= 0'],
    ['a body in pieces may be any size', "isWithin && c.req.header('transfer-encoding') === undefined", 'isWithin'],
  ),
  ...planted(
    {
      area: 'listings',
      row: '10-3',
      file: `${listings}/ending-next.server.ts`,
      tests: [`${listings}/ending-tiles.test.ts`],
    },
    ['a paused listing is about to end', "l.seller_id = $1 and l.status = 'active' order by", 'l.seller_id = $1 order by'],
    ['a photo comes in its largest sizes', 'photo: photo && tilePhoto(photo)', 'photo'],
  ),
];
