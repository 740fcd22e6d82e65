import { Link } from 'react-router';

export interface BreadcrumbsProps {
  /** The way here; the last one is this page and has no link. */
  trail: readonly { label: string; to?: string }[];
}

export function Breadcrumbs({ trail }: BreadcrumbsProps) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        {trail.map((step) => (
          <li key={step.label}>
            {step.to ? <Link to={step.to}>{step.label}</Link> : <span aria-current="page">{step.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
