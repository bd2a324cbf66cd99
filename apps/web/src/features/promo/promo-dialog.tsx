import { Modal } from '@mantine/core';
import { useNavigate } from 'react-router';
import { entryPaths } from '../../shared/entry/entry-routing.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import classes from './promo-dialog.module.css';

export function PromoDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const learnMore = () => {
    onClose();
    void navigate(entryPaths.inviteWin);
  };
  return (
    <Modal.Root opened onClose={onClose} size={460} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.picture}>
          <svg viewBox="9.500 2 45 55" width="148" height="174" aria-hidden="true">
            <path className={classes.road} d="M32 2 54.500 30.500 40.600 27.400 51 62H13L23.400 27.400 9.500 30.500Z" />
            <path
              className={classes.dashes}
              d="M28.500 62l.6-9.500h5.800l.6 9.500zM29.400 47.600l.6-9h4l.6 9zM30.500 33.400l.4-6.600h2.200l.4 6.600z"
            />
          </svg>
          <Modal.CloseButton className={classes.close} size={32} iconSize={20} aria-label="Close" />
        </div>
        <div className={classes.words}>
          <Modal.Title className={classes.title}>Know another dispatcher?</Modal.Title>
          <p>Send them your link. You both get 7 days, and their company’s first payment earns you a month.</p>
          <div className={classes.buttons}>
            <PageButton look="filled" onClick={learnMore} data-autofocus>
              {specTexts.promoLearnMore}
            </PageButton>
            <PageButton look="plain" onClick={onClose}>
              Not now
            </PageButton>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
