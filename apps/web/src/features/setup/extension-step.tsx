import { IconCheck, IconDownload } from '@tabler/icons-react';
import type { ExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useExtensionWatch } from '../../shared/extension-bridge/extension-watch.ts';
import { browserName, extensionStoreUrl } from '../../shared/links.ts';
import { AppIcon } from '../../shared/ui/logo.tsx';
import { PageAnchor } from '../../shared/ui/page-button.tsx';
import { EmailPiece, RatingPiece, RpmPiece } from '../../shared/ui/row-pieces.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import classes from './extension-step.module.css';

export function ExtensionStep({ extension }: { extension: ExtensionState }) {
  const isPhone = useIsMobile();
  const isPresent = extension.kind === 'present';
  useExtensionWatch(!isPresent && !isPhone);
  const browser = browserName(navigator.userAgent);

  return (
    <>
      <h2>Last stop: your load board</h2>
      <p>
        {isPhone
          ? 'The extension runs on a computer. Open Headhaul there.'
          : 'Add the extension and open a board. This page updates automatically.'}
      </p>
      {isPhone ? null : (
        <div className={classes.card} data-present={isPresent}>
          <AppIcon size={48} />
          <div className={classes.words}>
            <h3>Headhaul for {browser}</h3>
            <p>It reads only the board page you have open.</p>
          </div>
          {isPresent ? null : (
            <PageAnchor look="filled" href={extensionStoreUrl(browser)}>
              <IconDownload size={18} stroke={1.75} aria-hidden="true" />
              Download
            </PageAnchor>
          )}
        </div>
      )}
      <div className={classes.sample}>
        <div className={classes.row} aria-hidden="true">
          <b>$2,450</b>
          <RpmPiece rate="2.89" verdict="over" />
          <RatingPiece letter="A" days={24} />
          <span className={classes.action}>
            <EmailPiece look="filled" />
            Marcus W., 12 mi
          </span>
        </div>
        <p>This is what a row will look like.</p>
      </div>
      {isPhone ? null : <StateLine extension={extension} />}
    </>
  );
}

function StateLine({ extension }: { extension: ExtensionState }) {
  return (
    <p className={classes.state} role="status" data-kind={extension.kind}>
      {extension.kind === 'present' ? (
        <>
          <IconCheck size={16} stroke={2} aria-hidden="true" />
          Extension connected. You’re all set.
        </>
      ) : extension.kind === 'outdated' ? (
        'It is installed, but too old. Restart the browser to update it.'
      ) : (
        <>
          <span className={classes.ring} />
          Waiting for the extension to answer…
        </>
      )}
    </p>
  );
}
