import { useEffect, useRef, useState } from 'react';
import classes from './mail-frame.module.css';
import { isOwnImage, mailNodes } from './mail-nodes.public.ts';

interface MailFrameProps {
  /** For screen readers: "The mail as the broker sees it". */
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

/**
 * Shows a mail in a frame. No script runs in it, only pictures from our origin load, and its styles do not affect the page. Always light,
 * as mails are.
 */
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
    // An empty line in a mail is an empty paragraph, which has no height without a line break.
    for (const paragraph of mail.querySelectorAll('p:empty')) paragraph.append(inner.createElement('br'));
    inner.body.replaceChildren(mail);
    const measure = () => setHeight(Math.max(inner.documentElement.scrollHeight > 0 ? mail.scrollHeight : 0, minHeight));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    // Wait for the next frame. Setting the height inside the callback would trigger the observer again at once.
    const observer = new ResizeObserver(() => requestAnimationFrame(measure));
    observer.observe(mail);
    return () => observer.disconnect();
  }, [html, minHeight]);

  // The page inserts the elements itself, so the frame must have the same origin. Scripts stay off.
  return <iframe ref={frame} className={classes.frame} title={title} sandbox="allow-same-origin" style={{ height }} />;
}
