import type { PongPayload } from '@headhaul/contracts/extension-messages';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { sendToExtension } from '../../shared/extension-bridge/extension-channel.ts';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { browserName, extensionStoreUrl } from '../../shared/links.ts';
import { AppIcon } from '../../shared/ui/logo.tsx';
import { PageAnchor, PageButton } from '../../shared/ui/page-button.tsx';
import classes from './extension-page.module.css';

interface CardProps {
  tone: 'plain' | 'info' | 'need';
  title: ReactNode;
  text: string;
  children?: ReactNode;
}

function Card({ tone, title, text, children }: CardProps) {
  return (
    <div className={classes.card} data-tone={tone}>
      <AppIcon size={48} />
      <div className={classes.cardText}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={classes.cardActions}>{children}</div>
    </div>
  );
}

const browserLabels: Record<PongPayload['browser'], string> = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', other: 'your browser' };

export function ConnectedCard({ pong, email }: { pong: PongPayload; email: string | undefined }) {
  return (
    <Card
      tone="plain"
      title={
        <>
          Headhaul for {browserLabels[pong.browser]} <span className={classes.version}>{pong.extVersion}</span>
        </>
      }
      text={email ? `Works with this app. Signed in as ${email}.` : 'Works with this app. Signing it in…'}
    >
      <span className={classes.pill}>
        <span className={classes.pillDot} />
        Connected
      </span>
      {pong.caps.includes('panel') ? (
        <PageButton look="plain" onClick={() => void sendToExtension('OPEN_PANEL', {})}>
          {/* Firefox opens its sidebar only for a click on our icon, so there it is the popup. */}
          {pong.browser === 'firefox' ? 'Open extension' : 'Open side panel'}
        </PageButton>
      ) : null}
    </Card>
  );
}

export function AbsentCard() {
  const browser = browserName(navigator.userAgent);
  const addLabel = browser === 'Edge' ? 'Get' : `Add to ${browser}`;
  const steps = [
    { name: 'Download', text: `${browser} opens its store in a new tab. Press “${addLabel}”.` },
    { name: 'Pin it', text: 'The puzzle icon, then the pin. The blue road stays in your toolbar.' },
    { name: 'Open a board', text: 'This page turns green automatically. No need to sign in again.' },
  ];
  return (
    <>
      <Card
        tone="info"
        title="Install it once, then open your board"
        text="It reads only the board page you have open, on your screen. Nothing is fetched behind it."
      >
        <PageAnchor look="filled" href={extensionStoreUrl(browser)}>
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
          Download for {browser}
        </PageAnchor>
      </Card>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.name}>
            <span className={classes.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{step.name}</h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

export function OutdatedCard({ extVersion }: { extVersion: string | null }) {
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await checkExtension();
    setChecking(false);
  };
  return (
    <Card
      tone="need"
      title={extVersion === null ? 'This version needs an update' : `Version ${extVersion} needs an update`}
      text={`Row badges are off until then. ${browserName(navigator.userAgent)} updates automatically within hours. Restart the browser to get it sooner.`}
    >
      <PageButton look="filled" onClick={() => void check()} disabled={isChecking}>
        <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
        {isChecking ? 'Checking…' : 'Check again'}
      </PageButton>
    </Card>
  );
}

export function WaitingCard() {
  return (
    <div className={classes.card} data-tone="plain" aria-busy="true">
      <AppIcon size={48} />
      <div className={classes.cardText}>
        <span className={classes.bone} data-size="title" />
        <span className={classes.bone} />
      </div>
    </div>
  );
}

export function PhoneCard() {
  return (
    <Card tone="info" title="The extension runs on a computer" text="Open Headhaul in the browser there and install it from this page." />
  );
}
