/** Rows of a file on one page. */
export const rowsAtOnce = 50;

const tabs = ['', 'sure', 'doubtful', 'rejected', 'photo', 'listed', 'skipped'] as const;
export type RowTab = (typeof tabs)[number];

/** The requested rows of a page. */
export function requestedRows({ url }: Pick<Request, 'url'>): { tab: RowTab; from: number } {
  const params = new URL(url).searchParams;
  return {
    tab: tabs.find((one) => one === params.get('show')) ?? '',
    from: Math.max(0, Math.trunc(Number(params.get('from')) || 0)),
  };
}
