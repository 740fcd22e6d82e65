import { hiddenFrom } from '#features/messages/index.server.ts';

/** What asking whose listings somebody is not shown needs. */
export type BlockReader = Parameters<typeof hiddenFrom>[0];

/**
 * Whose listings this viewer is not shown: of those whom they have blocked or who have blocked them. Nobody's for a
 * visitor.
 */
export async function hiddenSellers(platform: BlockReader, viewerId: string | null): Promise<readonly string[]> {
  return [...(await hiddenFrom(platform, viewerId))];
}
