import { describe, expect, it, vi } from 'vitest';
import { mailNodes } from './mail-nodes.public.ts';

// DOMPurify needs a real browser, which the test DOM is not. The tests check that nothing is left for it to remove.
vi.mock('dompurify', () => ({ default: { sanitize: () => undefined } }));

const show = (html: string, keepsLinks = false) => mailNodes(html, { allowsImage: (src) => src.startsWith('/own/'), keepsLinks }).innerHTML;

describe('mailNodes', () => {
  it.each([
    ['<p>Hi <strong>Carla</strong>,<br>there</p>', '<p>Hi <strong>Carla</strong>,<br>there</p>'],
    ['<p>Tom &amp; Jerry &lt;b&gt; &#36;2,450</p>', '<p>Tom &amp; Jerry &lt;b&gt; $2,450</p>'],
    ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['text </div> after', 'text  after'],
  ])('%s', (html, shown) => {
    expect(show(html)).toBe(shown);
  });

  it.each([
    '<script>alert(1)</script>ok',
    '<style>*{display:none}</style>ok',
    '<svg><script>alert(1)</script></svg>ok',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>ok',
    '<!-- <img src=x onerror=alert(1)> -->ok',
    '<img src="https://spy.example/1.gif">ok',
    '<img src=x onerror=alert(1)>ok',
    '<form action="https://spy.example"></form>ok',
  ])('leaves nothing of %s but its words', (html) => {
    expect(show(html)).toBe('ok');
  });

  it('keeps no handler, no class, and no address that a script could be', () => {
    expect(show('<p onclick="alert(1)" class="x">a</p>')).toBe('<p>a</p>');
    expect(show('<a href="javascript:alert(1)">a</a>', true)).toBe('<a>a</a>');
    expect(show('<a href="https://a.example/">a</a>', true)).toBe('<a href="https://a.example/">a</a>');
    expect(show('<a href="https://a.example/">a</a>')).toBe('<a title="https://a.example/">a</a>');
  });

  it('shows only our own pictures', () => {
    expect(show('<img src="/own/1.png" width="140">')).toContain('src="/own/1.png"');
  });

  it('takes styles that only dress text', () => {
    const root = mailNodes('<p style="color: red; position: fixed; background: url(https://spy.example)">a</p>', {
      allowsImage: () => false,
    });
    const { style } = root.querySelector('p') as HTMLElement;
    expect([style.color, style.position, style.background]).toEqual(['red', '', '']);
  });
});
