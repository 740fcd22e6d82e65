import { formatMoney } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { AdminPanel, PanelRow } from '#platform/admin-panel.ts';
import type { Platform } from '#platform/platform.ts';
import { bankCasesOf } from '../billing/bank-cases.server.ts';
import { moneyOf, newestBill } from '../billing/billing.server.ts';
import { readingsOf } from '../model/tier.reasons.ts';
import { derivedStatus } from '../model/tier.rules.ts';
import type { BankCase } from '../model/tiers.tables.ts';
import { findSubscription, type SubscriptionRecord } from './subscription-record.server.ts';
import { tierOf } from './tier-of.server.ts';

/** What an admin sees of a member's tier: as it is stored, by both readings, and what Stripe says. */
export const tierPanel: AdminPanel = {
  id: 'tier',
  rank: 10,
  title: 'Plan and subscription',
  needsCase: true,
  read: readTierPanel,
};

const word = { free: 'Free', premium: 'Premium' };
const billWords = { paid: 'paid', open: 'not paid', void: 'voided', closed: 'uncollectible' };
const day = (at: Date | null | undefined) => (at ? dayMonthYear(at) : '');

async function readTierPanel(platform: Platform, memberId: string, adminId: string): Promise<PanelRow[]> {
  const [tier, record, invoice, cases] = await Promise.all([
    tierOf(platform.db, memberId),
    findSubscription(platform.db, memberId),
    invoiceRow(platform, memberId, adminId),
    bankCasesOf(platform.db, memberId),
  ]);
  const { a, b } = readingsOf(tier, record, platform.clock.now());
  return [
    { label: 'Stored plan', value: word[tier] },
    { label: 'Plan by subscription', value: word[a.tier], because: a.because },
    { label: 'Current plan', value: word[b.tier], because: b.because },
    {
      label: 'Subscription',
      value: sentence(record ? derivedStatus(record, platform.clock.now()) : 'none'),
      ...(record && { because: `Stored as ${record.status.replaceAll('_', ' ')}.` }),
    },
    { label: 'Source', value: record ? giverOf(record) : '' },
    { label: 'Since', value: day(record?.startDate) },
    { label: 'Renews', value: record?.status === 'canceled' ? '' : day(record?.renewalDate) },
    { label: 'Ends', value: day(record?.endDate) },
    invoice,
    { label: 'Chargebacks and fraud warnings', value: cases.map(bankWords).join(' ') },
    { label: 'Subscription ID', value: record?.stripeSubscriptionId ?? '', isId: true },
    { label: 'Customer ID', value: record?.stripeCustomerId ?? '', isId: true },
  ];
}

function giverOf({ stripeSubscriptionId: id, status }: SubscriptionRecord): string {
  if (!id) return '';
  if (id.startsWith('admin_') && status === 'active') return 'Admin';
  return id.startsWith('sub_') ? 'Stripe' : 'Admin, ended';
}

function bankWords({ id, kind, amount, currency, status, answerDueAt, openedAt, closedAt }: BankCase): string {
  const since = `since ${day(openedAt)} (${id})`;
  if (kind === 'fraud_warning')
    return `Fraud warning ${since}: ${status.replaceAll('_', ' ')}${closedAt ? ', closed' : ''}.`;
  const due = closedAt === null && answerDueAt ? `, evidence due by ${day(answerDueAt)}` : '';
  const sum = moneyOf(amount, currency ?? '');
  return `Chargeback of ${sum ? formatMoney(sum) : 'a payment'} ${since}: ${status.replaceAll('_', ' ')}${due}.`;
}

async function invoiceRow(platform: Platform, memberId: string, adminId: string): Promise<PanelRow> {
  const label = 'Last invoice';
  try {
    const bill = await newestBill(platform, memberId, adminId);
    if (!bill) return { label, value: 'None' };
    const value = `${dayMonthYear(new Date(bill.createdAt))}, ${formatMoney(bill.amount)}, ${billWords[bill.status]}`;
    return bill.url ? { label, value, href: bill.url } : { label, value };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { label, value: 'Stripe isn’t responding.' };
  }
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
