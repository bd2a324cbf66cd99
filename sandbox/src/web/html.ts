/** Markup that is safe to send: everything put into the template was escaped. */
export interface Html {
  toString(): string;
  readonly isHtml: true;
}

type Value = Html | string | number | undefined | readonly Html[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function isMarkup(value: Exclude<Value, undefined>): value is Html {
  return typeof value === 'object' && 'isHtml' in value;
}

function write(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
  return isMarkup(value) ? value.toString() : value.map(String).join('');
}

/** Template tag. It escapes strings, keeps other templates and lists of them, and leaves out undefined. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const text = parts.map((part, index) => part + write(values[index])).join('');
  return { isHtml: true, toString: () => text };
}

export function renderDocument({
  title,
  bodyClass,
  body,
  script,
}: {
  title: string;
  bodyClass: string;
  body: Html;
  script?: string;
}): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/sandbox.css">
    <link rel="stylesheet" href="/pages.css">
    ${script === undefined ? undefined : html`<script src="${script}" defer></script>`}
  </head>
  <body class="${bodyClass}">${body}</body>
</html>
`;
}
