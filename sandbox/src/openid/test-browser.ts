/** What a browser does between an application and its sign-in provider: it keeps cookies by path, follows redirects and sends forms. */
export interface Page {
  address: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

function readCookie(header: string, address: string): Cookie {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice('path='.length);
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1), path: path ?? new URL(address).pathname };
}

function matchesPath(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

export class TestBrowser {
  readonly #cookies = new Map<string, Cookie>();

  /** Opens an address and follows redirects. It stops at the application's callback, whose address is then the page's. */
  async open(address: string, form?: Record<string, string>): Promise<Page> {
    const { pathname } = new URL(address);
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => matchesPath(pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const kept = readCookie(header, address);
      this.#cookies.set(`${kept.name} ${kept.path}`, kept);
    }
    const location = response.headers.get('location');
    if (location === null) return { address, status: response.status, headers: response.headers, text: await response.text() };
    const next = new URL(location, address);
    if (/^\/api\/(oauth|email-accounts)\/callback\//.test(next.pathname)) {
      return { address: next.href, status: response.status, headers: response.headers, text: '' };
    }
    return this.open(next.href);
  }

  /** Sends the form of a sign-in page. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`no form at ${page.address}:\n${page.text}`);
    return this.open(new URL(action, page.address).href, fields);
  }

  /** Follows the link with this text. */
  follow(page: Page, text: string): Promise<Page> {
    const href = new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${text}</a>`).exec(page.text)?.[1];
    if (href === undefined) throw new Error(`no link "${text}" at ${page.address}:\n${page.text}`);
    return this.open(new URL(href, page.address).href);
  }
}
