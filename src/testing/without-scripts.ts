/** A page without its scripts, whose data keeps what nobody is shown. */
export const withoutScripts = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '');
