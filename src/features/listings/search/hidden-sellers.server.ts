import { hiddenFrom } from '#features/messages/index.server.ts';

/** Dependencies of the query for hidden sellers. */
export type BlockReader = Parameters<typeof hiddenFrom>[0];

/** Sellers whose listings this viewer does not see: a block in either direction. None for a visitor. */
export async function hiddenSellers(platform: BlockReader, viewerId: string | null): Promise<readonly string[]> {
  return [...(await hiddenFrom(platform, viewerId))];
}
