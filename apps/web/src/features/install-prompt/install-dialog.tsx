import { Modal } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useExtensionWatch } from '../../shared/extension-bridge/extension-watch.ts';
import { browserName, extensionStoreUrl } from '../../shared/links.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { AppIcon } from '../../shared/ui/logo.tsx';
import { PageAnchor } from '../../shared/ui/page-button.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { FeatureCards } from './feature-cards.tsx';
import classes from './install-dialog.module.css';

/** Open while the extension does not answer, on computers only. When the user closes it, it stays closed for the visit. */
export function useInstallPrompt(): { isOpen: boolean; close: () => void } {
  const { kind } = useExtensionState();
  const isMobile = useIsMobile();
  const [isClosed, setClosed] = useState(() => readStored(storageKeys.installPromptClosed) === true);
  const isOpen = kind === 'absent' && !isMobile && !isClosed;
  useExtensionWatch(isOpen);
  const close = () => {
    writeStored(storageKeys.installPromptClosed, true);
    setClosed(true);
  };
  return { isOpen, close };
}

export function InstallDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const browser = browserName(navigator.userAgent);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={760} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.CloseButton className={classes.close} size={32} iconSize={20} aria-label="Close" />
        <div className={classes.head}>
          <AppIcon size={56} />
          <div>
            <Modal.Title className={classes.title}>{specTexts.installExtension.title}</Modal.Title>
            <p className={classes.text}>{specTexts.installExtension.message}</p>
          </div>
        </div>
        <FeatureCards />
        <div className={classes.foot}>
          <PageAnchor look="filled" href={extensionStoreUrl(browser)} data-autofocus>
            <IconDownload size={18} stroke={1.75} aria-hidden="true" />
            Download for {browser}
          </PageAnchor>
          <div className={classes.promise}>
            <IconLock size={18} stroke={1.75} aria-hidden="true" />
            <p>
              <b>{specTexts.installExtension.security}</b>
              <span>It reads only the board page you have open.</span>
            </p>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
