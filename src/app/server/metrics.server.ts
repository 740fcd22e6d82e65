import type { Platform } from '#platform/platform.ts';
import type { Realtime } from '#platform/realtime/server/server.ts';
import type { Counted } from '#platform/security-log/security-log.ts';
import { type CountedTrouble, recentTroubles } from '#platform/troubles/look.ts';
import type { PageCache } from '../rendering/page-cache.server.ts';

interface Sources {
  platform: Platform;
  cache: PageCache;
  realtime: Pick<Realtime, 'stats'> | null;
}

/** The metrics at /metrics, in Prometheus' text format. */
export function createMetrics({ platform, cache, realtime }: Sources): () => Promise<string> {
  const startedAt = Date.now();
  return async () => {
    const memory = process.memoryUsage();
    const pages = cache.stats();
    const answers = platform.cache.stats();
    const live = realtime?.stats();
    const rows: [name: string, type: 'gauge' | 'counter', help: string, value: number][] = [
      [
        'sleeved_uptime_seconds',
        'gauge',
        'Seconds since this process started',
        Math.round((Date.now() - startedAt) / 1000),
      ],
      ['sleeved_memory_resident_bytes', 'gauge', 'Resident memory', memory.rss],
      ['sleeved_memory_heap_bytes', 'gauge', 'JavaScript heap in use', memory.heapUsed],
      ['sleeved_database_connections', 'gauge', 'Open database connections', platform.pool.totalCount],
      ['sleeved_database_waiting', 'gauge', 'Requests waiting for a database connection', platform.pool.waitingCount],
      [
        'sleeved_bus_hearing',
        'gauge',
        'Whether news of the other processes arrive without delay (0: nothing is kept)',
        platform.bus.isConnected ? 1 : 0,
      ],
      [
        'sleeved_bus_lost_total',
        'counter',
        'Times that the news of the other processes were lost',
        platform.bus.disconnects,
      ],
      [
        'sleeved_bus_position',
        'gauge',
        'Newest position of the outbox that this process has heard',
        platform.bus.position,
      ],
      ['sleeved_bus_others', 'gauge', 'Other processes whose pulse is heard', platform.pubsub.others().length],
      ['sleeved_live_connections', 'gauge', 'Open live connections', live?.sockets ?? 0],
      ['sleeved_live_listeners', 'gauge', 'Live queries of all connections', live?.listeners ?? 0],
      ['sleeved_live_accepted_total', 'counter', 'Live connections taken', live?.accepted ?? 0],
      ['sleeved_live_refused_total', 'counter', 'Live connections refused at the door', live?.refused ?? 0],
      [
        'sleeved_live_slow_total',
        'counter',
        'Live connections dropped for reading too slowly',
        live?.ended.slow_consumer ?? 0,
      ],
      ['sleeved_page_cache_hits_total', 'counter', 'Pages answered from the cache', pages.hits],
      ['sleeved_page_cache_misses_total', 'counter', 'Pages that had to be rendered', pages.misses],
      ['sleeved_page_cache_bytes', 'gauge', 'Memory that kept pages take', pages.bytes],
      ['sleeved_answer_cache_hits_total', 'counter', 'Reads of the API answered from the cache', answers.hits],
      ['sleeved_answer_cache_misses_total', 'counter', 'Reads of the API that went to the database', answers.misses],
      ['sleeved_answer_cache_bytes', 'gauge', 'Memory that kept answers take', answers.bytes],
    ];
    const plain = rows.map(
      ([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`,
    );
    return plain.join('') + securityRows(platform.security.counts()) + troubleRows(await recentTroubles(platform));
  };
}

/**
 * One counter for the security log, by kind and outcome; a kind that has not happened in this process has no sample.
 */
function securityRows(counts: readonly Counted[]): string {
  const name = 'sleeved_security_events_total';
  const rows = counts.map(({ kind, outcome, count }) => `${name}{kind="${kind}",outcome="${outcome}"} ${count}\n`);
  return `# HELP ${name} Lines of the security log\n# TYPE ${name} counter\n${rows.join('')}`;
}

/**
 * One gauge for all alerts, by name, so that an alarm rule covers later features' alerts too. Counts that failed have
 * no sample.
 */
function troubleRows(seen: readonly CountedTrouble[]): string {
  const counted = seen.flatMap(({ trouble: { name, severity }, count }) =>
    count === null ? [] : [`sleeved_trouble{name="${name}",severity="${severity}"} ${count}\n`],
  );
  const unknown = 'sleeved_troubles_unknown';
  return `# HELP sleeved_trouble Things that wait for a person, 100 at most
# TYPE sleeved_trouble gauge
${counted.join('')}# HELP ${unknown} Troubles that could not be counted
# TYPE ${unknown} gauge
${unknown} ${seen.length - counted.length}
`;
}
