import { makerOf } from '#platform/identity/passkeys/makers.ts';
import type { PasskeyRow } from '#platform/identity/passkeys/passkeys.server.ts';
import type { PasskeyView } from './passkeys.contract.ts';

export function presentPasskey(row: PasskeyRow): PasskeyView {
  return {
    id: row.id,
    name: row.name,
    maker: makerOf(row.aaguid),
    deviceType: row.deviceType,
    backedUp: row.backedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
