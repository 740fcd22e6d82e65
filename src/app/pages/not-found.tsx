import { data } from 'react-router';

/** Every address that no room has. */
export function loader(): never {
  throw data({ code: 'not_found', message: '' }, { status: 404 });
}

/** A form that was sent to an address that does not exist is answered like its page. */
export const action = loader;

export default function NotFound() {
  return null;
}
