import { useEffect, useRef, useState } from 'react';
import classes from './mail-frame.module.css';
import { isOwnImage, mailNodes } from './mail-nodes.public.ts';

interface MailFrameProps {
  /** For who can't see it: "The mail as the broker sees it". */
  title: string;
  html: string;
  minHeight?: number;
}

const page = {
  margin: '0',
  padding: '0',
  background: '#ffffff',
  color: '#141a24',
  colorScheme: 'light',
  fontFamily: 'Arial, Helvetica, sans-serif',
  fontSize: '14px',
  lineHeight: '20px',
  overflowWrap: 'anywhere',
} as const;

/** A mail in a document of its own: no script runs in it, nothing is fetched but our own pictures, and its styles reach nobody else. Always light, as mails are. */
export function MailFrame({ title, html, minHeight = 40 }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(minHeight);

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner?.body) return;
    inner.documentElement.lang = 'en';
    Object.assign(inner.body.style, page);
    const mail = inner.importNode(mailNodes(html, { allowsImage: isOwnImage }), true);
    for (const paragraph of mail.querySelectorAll('p')) if (paragraph.style.margin === '') paragraph.style.margin = '0 0 12px';
    for (const link of mail.querySelectorAll('a')) if (link.style.color === '') link.style.color = '#154ebb';
    for (const image of mail.querySelectorAll('img')) image.style.maxWidth = '100%';
    // An empty line in a mail is an empty paragraph; without a break it would have no height.
    for (const paragraph of mail.querySelectorAll('p:empty')) paragraph.append(inner.createElement('br'));
    inner.body.replaceChildren(mail);
    const measure = () => setHeight(Math.max(inner.documentElement.scrollHeight > 0 ? mail.scrollHeight : 0, minHeight));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    // A frame later: a height set while heights are being told would be told again at once.
    const observer = new ResizeObserver(() => requestAnimationFrame(measure));
    observer.observe(mail);
    return () => observer.disconnect();
  }, [html, minHeight]);

  // Scripts stay off: the page itself puts the elements in, so the frame must be of its origin and nothing more.
  return <iframe ref={frame} className={classes.frame} title={title} sandbox="allow-same-origin" style={{ height }} />;
}
