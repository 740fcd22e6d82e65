import type { ReactNode } from 'react';
import type { PanelRow } from '#platform/admin-panel.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';

export interface FeaturePanelProps {
  id: string;
  title: string;
  rows: readonly PanelRow[];
}

/** A feature's panel about a member (`adminPanels` of its manifest). */
export function FeaturePanel({ id, title, rows }: FeaturePanelProps) {
  return (
    <Panel title={title} id={id}>
      <Definitions rows={rows.map((row) => [row.label, row.value && <Value key={row.label} row={row} />])} />
    </Panel>
  );
}

function Value({ row: { value, because, isId, href } }: { row: PanelRow }): ReactNode {
  if (isId) return <code className="adm-id">{value}</code>;
  if (href) {
    return (
      <a className="link" href={href} target="_blank" rel="noreferrer">
        {value}
        <span className="sr"> (opens in a new window)</span>
      </a>
    );
  }
  return (
    <>
      {value}
      {because && <span className="adm-why">{because}</span>}
    </>
  );
}
