import { formatList, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import type { NotificationKind, NotificationTexts } from '#platform/notification-kind.ts';
import { alertKind } from '../model/alert.emails.ts';
import { type NamedSearch, nameOf, type PriceAlertName } from '../saved-searches/search-name.server.ts';

interface FoundCards {
  count: number;
  /** The first of them. Missing in an entry of an older release, which stores them as its body. */
  titles?: string[] | undefined;
  /** The lowest price, where all have the same title. */
  from?: Money | undefined;
}

interface PricedCard {
  title: string;
  total: Money;
  withShipping: boolean;
}

/** The sentences of notifications and emails, by code. */
const alertTexts = {
  search: ({ count, titles, from, ...search }: FoundCards & NamedSearch) => ({
    title: plural(count, { one: 'New listing: {search}', other: 'New listings: {search}' }).replace('{search}', () =>
      nameOf(search),
    ),
    ...titlesOf({ count, titles, from }),
    sentence: filled(
      plural(count, {
        one: '# new listing matches your saved search “{search}”: {titles}',
        other: '# new listings match your saved search “{search}”: {titles}',
      }),
      { search: nameOf(search), titles: titlesOf({ count, titles, from }).body },
    ),
    act: 'View listings',
  }),
  price_alert: ({ card, price, from = price, lowest, count }: PriceAlertName & { lowest: Money; count: number }) => ({
    title: `Price alert: ${card}`,
    body: [
      plural(count, {
        one: 'The price is now {now}.',
        other: '# listings match, and the lowest price is now {now}.',
      }).replace('{now}', () => formatMoney(lowest)),
      `It was ${formatMoney(from)} when you set the alert, and your target is under ${formatMoney(price)}.`,
    ].join(' '),
    sentence: [
      plural(count, {
        one: 'The price of {card} is now {now}.',
        other: '# listings of {card} match your price alert, and the lowest price is {now}.',
      })
        .replace('{now}', () => formatMoney(lowest))
        .replace('{card}', () => card),
      `It was ${formatMoney(from)} when you set the alert, and your target is under ${formatMoney(price)}.`,
    ].join(' '),
    act: plural(count, { one: 'View listing', other: 'View listings' }),
  }),
  seller: (found: FoundCards) => ({
    title: plural(found.count, { one: 'New listing from {name}', other: 'New listings from {name}' }),
    ...titlesOf(found),
    sentence: filled(
      plural(found.count, { one: '{name} listed # card: {titles}', other: '{name} listed # cards: {titles}' }),
      { titles: titlesOf(found).body },
    ),
    act: 'View listings',
  }),
  list: ({ name, ...found }: FoundCards & { name: string }) => ({
    title: plural(found.count, { one: 'New match: {list}', other: 'New matches: {list}' }).replace(
      '{list}',
      () => name,
    ),
    ...titlesOf(found),
    sentence: filled(
      plural(found.count, {
        one: '# new listing matches your want list “{list}”: {titles}',
        other: '# new listings match your want list “{list}”: {titles}',
      }),
      { list: name, titles: titlesOf(found).body },
    ),
    act: 'View want list',
  }),
  price: (card: PricedCard) => ({
    title: `Price lowered: ${card.title}`,
    body: `It now costs ${totalOf(card)}.`,
    sentence: `The price of your favorite ${card.title} was lowered to ${totalOf(card)}.`,
    act: 'View listing',
  }),
  back: (card: PricedCard) => ({
    title: `For sale again: ${card.title}`,
    body: `It costs ${totalOf(card)}.`,
    sentence: `Your favorite ${card.title} is for sale again for ${totalOf(card)}.`,
    act: 'View listing',
  }),
  sold: ({ title }: { title: string }) => ({
    title: `Sold: ${title}`,
    body: 'Your favorite was sold. Other sellers may have this card.',
    sentence: `Your favorite ${title} was sold. Other sellers may have this card.`,
    act: 'View listing',
  }),
  ending: ({ endsAt, ...card }: PricedCard & { endsAt?: string }) => ({
    title: `Ends soon: ${card.title}`,
    body: endsAt
      ? `It costs ${totalOf(card)}. The listing ends on ${dateAndTime(new Date(endsAt))}.`
      : `It costs ${totalOf(card)}.`,
    sentence: endsAt
      ? `The listing of your favorite ${card.title} ends on ${dateAndTime(new Date(endsAt))}. It costs ${totalOf(card)}.`
      : `The listing of your favorite ${card.title} ends soon. It costs ${totalOf(card)}.`,
    act: 'View listing',
  }),
} satisfies NotificationTexts;

export const alertUpdates: NotificationKind = {
  ...alertKind,
  icon: 'searches',
  texts: alertTexts,
};

/** `Charizard, Mew, Pikachu and 2 more.` or `3 listings of Charizard, from $13.50.` */
function titlesOf({ count, titles, from }: FoundCards): { body?: string } {
  if (!titles) return {};
  const [title = ''] = titles;
  if (from)
    return {
      body: plural(count, { one: '# listing of {title}, from {price}.', other: '# listings of {title}, from {price}.' })
        .replace('{price}', formatMoney(from))
        .replace('{title}', () => title),
    };
  const more = count - titles.length;
  const rest = more > 0 ? [plural(more, { one: '# more', other: '# more' })] : [];
  return { body: `${formatList([...titles, ...rest])}.` };
}

/** Fills in what may have a `#`, after the plural; a member's `{name}` is filled in when it is read. */
const filled = (sentence: string, values: Record<string, string | undefined>) =>
  sentence.replace(/\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);

const totalOf = ({ total, withShipping }: Omit<PricedCard, 'title'>) =>
  withShipping ? `${formatMoney(total)} incl. shipping` : formatMoney(total);

interface Cost {
  price: Money;
  postage: Money;
}

/** The total price for the member who reads it. */
export const costOf = ({ price, postage }: Cost) => ({
  total: { amount: price.amount + postage.amount, currency: price.currency },
  withShipping: postage.amount > 0,
});

/** The price with its comparison to the market price, which is without shipping. */
export function costCompared(copy: Cost, comparison: string | undefined): string {
  const total = totalOf(costOf(copy));
  if (comparison === undefined) return total;
  return (copy.postage.amount === 0 ? [total, comparison] : [formatMoney(copy.price), comparison, total]).join(' · ');
}
