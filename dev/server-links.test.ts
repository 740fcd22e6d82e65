import { expect, test } from 'vitest';
import { withServerLinks } from './server-links.ts';

const own = `import { Link } from '#ui/server-link.tsx'; `;

test.each([
  [`import { Link } from 'react-router';`, `${own}import { } from 'react-router';`],
  [`import { data, Link, useFetcher } from 'react-router';\nuse();`, `${own}import { data,  useFetcher } from 'react-router';\nuse();`],
  [`import {\n  Link,\n  type LinkProps,\n} from 'react-router';`, `${own}import {\n  \n  type LinkProps,\n} from 'react-router';`],
])('[10-3] the link of %s is the server’s own', (code, made) => {
  expect(withServerLinks(code)?.code).toBe(made);
});

test.each([
  `import { NavLink } from 'react-router';`,
  `import { type LinkProps } from 'react-router';`,
  `import { Link } from './link.tsx';`,
])('[10-3] %s stays', (code) => {
  expect(withServerLinks(code)).toBeNull();
});
