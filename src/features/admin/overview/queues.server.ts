import { sizeOfCardReportQueue } from '#features/card-reports/index.server.ts';
import { sizeOfReportQueue } from '#features/messages/index.server.ts';
import { sizeOfAppealQueue } from '#features/moderation/index.server.ts';
import { sizeOfOrderQueue } from '#features/orders/index.server.ts';
import { sizeOfFailedJobs } from '#platform/jobs/failed-jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { QueueSize } from '#platform/queue-size.ts';

interface Queue {
  label: string;
  to: string;
  size(db: Platform['db'], adminId: string): Promise<QueueSize>;
}

/** The queues that wait for an admin, with their pages. */
const queues: readonly Queue[] = [
  { label: 'Reports', to: '/admin/reports', size: sizeOfReportQueue },
  { label: 'Appeals', to: '/admin/appeals', size: sizeOfAppealQueue },
  {
    label: 'Orders on hold',
    to: '/admin/orders?show=attention',
    size: (db, adminId) => sizeOfOrderQueue(db, 'attention', adminId),
  },
  {
    label: 'Problems reported',
    to: '/admin/orders?show=disputed',
    size: (db, adminId) => sizeOfOrderQueue(db, 'disputed', adminId),
  },
  {
    label: 'Failed refunds',
    to: '/admin/orders?show=refund_failed',
    size: (db, adminId) => sizeOfOrderQueue(db, 'refund_failed', adminId),
  },
  {
    label: 'Payment disputes',
    to: '/admin/orders?show=chargeback',
    size: (db, adminId) => sizeOfOrderQueue(db, 'chargeback', adminId),
  },
  { label: 'Card data reports', to: '/admin/card-reports', size: sizeOfCardReportQueue },
  { label: 'Failed jobs', to: '/admin/jobs', size: sizeOfFailedJobs },
];

export interface QueueRow {
  label: string;
  to: string;
  count: number;
  oldest: string | null;
}

/** Each queue with its length and the time of its oldest entry, as this admin sees it. */
export function readQueues({ db }: Pick<Platform, 'db'>, adminId: string): Promise<QueueRow[]> {
  return Promise.all(
    queues.map(async ({ label, to, size }) => {
      const { count, oldest } = await size(db, adminId);
      return { label, to, count, oldest: oldest?.toISOString() ?? null };
    }),
  );
}

/** How much waits on each page of the admin, by the page's address. */
export async function countByPage(platform: Pick<Platform, 'db'>, adminId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { to, count } of await readQueues(platform, adminId)) {
    const page = to.split('?')[0] ?? to;
    counts.set(page, (counts.get(page) ?? 0) + count);
  }
  return counts;
}
