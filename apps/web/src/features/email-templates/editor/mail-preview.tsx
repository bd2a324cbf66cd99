import { type MailParts, renderMail } from '@headhaul/domain/mail/render';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { initialsOf } from '../../../shared/list/rows/face.ts';
import { MailFrame } from '../../emails/shown/mail-frame.public.tsx';
import classes from './mail-preview.module.css';

interface MailPreviewProps {
  parts: MailParts;
  values: MailValues;
  /** The sender's name, as the inbox shows it. */
  fromName: string;
  /** "Filled from load 24832 and truck 114", or that these are samples. */
  note: string;
}

/** The mail as the broker will read it, filled by the same code as when it is sent. Always light, as inboxes are. */
export function MailPreview({ parts, values, fromName, note }: MailPreviewProps) {
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const mail = useMemo(() => renderMail(parts, values), [parts, values]);
  const contact = values['broker.contact'];
  const broker = values['broker.name'];
  const to = [contact, broker].filter((part) => part !== undefined && part !== '').join(' at ');
  return (
    <section className={classes.preview} aria-label="As the broker sees it">
      <header className={classes.head}>
        <h2>As the broker sees it</h2>
        <fieldset className={classes.switch} aria-label="Width of the preview">
          {(['phone', 'desktop'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={device === one}
              aria-label={one === 'phone' ? 'Phone' : 'Desktop'}
              onClick={() => setDevice(one)}
            >
              {one === 'phone' ? <IconDeviceMobile size={16} stroke={1.75} /> : <IconDeviceDesktop size={16} stroke={1.75} />}
            </button>
          ))}
        </fieldset>
      </header>
      <div className={classes.device} data-device={device}>
        {device === 'phone' ? (
          <div className={classes.notch} aria-hidden="true">
            <span>10:42</span>
            <i />
            <span>5G</span>
          </div>
        ) : null}
        <div className={classes.mail}>
          <p className={classes.subject}>{mail.subject === '' ? 'No subject yet' : mail.subject}</p>
          <div className={classes.from}>
            <span className={classes.face} aria-hidden="true">
              {initialsOf(fromName).slice(0, 1)}
            </span>
            <span className={classes.who}>
              <b>{fromName}</b>
              <span>to {to === '' ? 'the broker' : to}</span>
            </span>
            <span className={classes.when}>now</span>
          </div>
          <div className={classes.text}>
            <MailFrame title="The mail as the broker sees it" html={mail.html} />
          </div>
        </div>
      </div>
      <p className={classes.note}>{note}</p>
    </section>
  );
}
