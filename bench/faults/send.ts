/** An answer with its body, parsed where it is JSON; null where there was none within 20 s. */
export async function send(url: string, init: RequestInit): Promise<{ status: number; body: unknown } | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    const text = await answer.text();
    return {
      status: answer.status,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  } catch {
    return null;
  }
}
