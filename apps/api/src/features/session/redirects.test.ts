import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { allowedRedirect } from './redirects.service.ts';

const origins = ['https://app.headhaul.example', 'http://localhost:5173'];
const good = 'https://app.headhaul.example/oauth/callback';

function hrefOf(requested: string): string | undefined {
  try {
    return allowedRedirect(requested, origins).href;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_redirect' });
    return undefined;
  }
}

describe('allowedRedirect', () => {
  it.each([
    good,
    'http://localhost:5173/oauth/callback',
    'https://app.headhaul.example/oauth/login',
    'https://app.headhaul.example/checkout?plan=PRO_MONTHLY&period=month',
    'https://app.headhaul.example/oauth/callback?fromLandingPage=true&returnUrl=%2Fdispatcher%2Fmy-loads',
  ])('takes %s', (requested) => {
    expect(hrefOf(requested)).toBe(requested);
  });

  it('carries only the keys it knows, and none that is too long', () => {
    expect(hrefOf(`${good}?inviteToken=a&token=stolen&error=x&plan=b`)).toBe(`${good}?plan=b&inviteToken=a`);
    expect(hrefOf(`${good}?plan=${'x'.repeat(501)}`)).toBe(good);
    expect(hrefOf(`${good}?plan=a&plan=b`)).toBe(`${good}?plan=a`);
    for (const path of ['//evil.example', '/..//evil.example', '/a/../b', '/\\evil.example', 'https://evil.example'])
      expect(hrefOf(`${good}?returnUrl=${encodeURIComponent(path)}`)).toBe(good);
  });

  it.each([
    ['another host', 'https://evil.example/oauth/callback'],
    ['a subdomain of ours', 'https://x.app.headhaul.example/oauth/callback'],
    ['our name as a subdomain', 'https://app.headhaul.example.evil.example/oauth/callback'],
    ['our name as a prefix', 'https://app.headhaul.example-evil.com/oauth/callback'],
    ['our name as a user', 'https://app.headhaul.example@evil.example/oauth/callback'],
    ['our name as a user with a port', 'https://app.headhaul.example:443@evil.example/oauth/callback'],
    ['a user at our host', 'https://user:pass@app.headhaul.example/oauth/callback'],
    ['an empty user', 'https://@app.headhaul.example/oauth/callback'],
    ['a backslash', 'https://app.headhaul.example\\@evil.example/oauth/callback'],
    ['backslashes for slashes', 'https:\\\\app.headhaul.example\\oauth\\callback'],
    ['an encoded backslash in the host', 'https://app.headhaul.example%5c@evil.example/oauth/callback'],
    ['a tab', 'https://app.headhaul.example\t/oauth/callback'],
    ['a tab in the scheme', 'ht\ttps://app.headhaul.example/oauth/callback'],
    ['a line break', `${good}\nSet-Cookie: a=b`],
    ['a leading space', ` ${good}`],
    ['a trailing space', `${good} `],
    ['a null byte', `${good}\0`],
    ['another port', 'https://app.headhaul.example:8443/oauth/callback'],
    ['the default port written out', 'https://app.headhaul.example:443/oauth/callback'],
    ['no port where ours has one', 'http://localhost/oauth/callback'],
    ['another scheme', 'http://app.headhaul.example/oauth/callback'],
    ['a socket', 'wss://app.headhaul.example/oauth/callback'],
    ['a trailing dot', 'https://app.headhaul.example./oauth/callback'],
    ['capital letters', 'https://APP.headhaul.example/oauth/callback'],
    ['a capital scheme', 'HTTPS://app.headhaul.example/oauth/callback'],
    ['an IDN look-alike', 'https://app.hеadhaul.example/oauth/callback'],
    ['a full-width dot', 'https://app。headhaul。example/oauth/callback'],
    ['an address by number', 'http://2130706433:5173/oauth/callback'],
    ['no scheme', '//app.headhaul.example/oauth/callback'],
    ['one slash', 'https:/app.headhaul.example/oauth/callback'],
    ['three slashes', 'https:///app.headhaul.example/oauth/callback'],
    ['a double slash in the path', 'https://app.headhaul.example//evil.example/oauth/callback'],
    ['a path alone', '/oauth/callback'],
    ['another path', 'https://app.headhaul.example/admin'],
    ['a longer path', 'https://app.headhaul.example/oauth/callback/more'],
    ['a trailing slash', 'https://app.headhaul.example/oauth/callback/'],
    ['no path', 'https://app.headhaul.example'],
    ['a path that climbs', 'https://app.headhaul.example/x/../oauth/callback'],
    ['a path that climbs, encoded', 'https://app.headhaul.example/x/%2e%2e/oauth/callback'],
    ['a path with a dot', 'https://app.headhaul.example/./oauth/callback'],
    ['an encoded path', 'https://app.headhaul.example/oauth%2Fcallback'],
    ['an encoded letter', 'https://app.headhaul.example/oauth/c%61llback'],
    ['a path in capitals', 'https://app.headhaul.example/OAuth/Callback'],
    ['a fragment', `${good}#token=x`],
    ['a fragment after a query', `${good}?plan=a#x`],
    ['javascript', 'javascript:alert(1)//app.headhaul.example/oauth/callback'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['blob', 'blob:https://app.headhaul.example/oauth/callback'],
    ['an extension', 'chrome-extension://app.headhaul.example/oauth/callback'],
    ['nothing', ''],
    ['a star', '*'],
  ])('refuses %s', (_name, requested) => {
    expect(hrefOf(requested)).toBeUndefined();
  });

  it('whatever is asked, answers with an own origin and path or not at all', () => {
    const pieces = fc.constantFrom(
      ...['https:', 'http:', 'javascript:', '/', '//', '\\', '@', ':', '.', '..', '?', '#', '%2f', '%5c', '\t', '\n', '。', '443', '5173'],
      ...[
        'app.headhaul.example',
        'localhost',
        'evil.example',
        'oauth',
        'callback',
        '/oauth/callback',
        'https://app.headhaul.example',
        good,
      ],
      ...['plan=', 'inviteToken=', '&', '%00', 'https://evil.example'],
    );
    const assembled = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));
    const changed = fc
      .tuple(fc.nat(good.length), fc.nat(3), fc.string({ maxLength: 3 }))
      .map(([at, cut, put]) => good.slice(0, at) + put + good.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(assembled, changed, fc.webUrl(), fc.string()), (requested) => {
        const href = hrefOf(requested);
        if (href === undefined) return;
        const url = new URL(href);
        expect(origins).toContain(url.origin);
        expect(['/oauth/callback', '/oauth/login', '/checkout']).toContain(url.pathname);
        expect(url.hash + url.username + url.password).toBe('');
      }),
      { numRuns: cases(500, 2_000) },
    );
  });
});
