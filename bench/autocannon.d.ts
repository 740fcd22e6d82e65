declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?(request: Request, context: object): Request;
  }
  export interface Options {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    timeout?: number;
    sampleInt?: number;
    headers?: Record<string, string>;
    requests?: Request[];
    setupClient?(client: { on(event: 'response', listener: (status: number, bytes: number, ms: number) => void): void }): void;
  }
  interface Histogram {
    average: number;
    mean: number;
    p50: number;
    p90: number;
    p99: number;
    max: number;
    total: number;
  }
  export interface Result {
    requests: Histogram;
    latency: Histogram;
    throughput: Histogram;
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
    '2xx': number;
    statusCodeStats: Record<string, { count: number }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
