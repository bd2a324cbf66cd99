import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { PageButton } from '../ui/page-button.tsx';
import classes from './tutorial-video.module.css';

/** One video for all pages. An installation without a video shows no button. */
const videoId = (import.meta.env.VITE_TUTORIAL_VIDEO_ID ?? '').trim();

export function TutorialVideoButton() {
  const [isOpen, dialog] = useDisclosure(false);
  if (videoId === '') return null;
  return (
    <>
      <PageButton look="plain" onClick={dialog.open}>
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden="true" />
        Watch the video
      </PageButton>
      <VideoDialog id={videoId} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

export function VideoDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={860} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>How Headhaul works</Modal.Title>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" />
        </div>
        <Video id={id} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Loads nothing from YouTube, not even a picture, until the person presses play. */
function Video({ id }: { id: string }) {
  const [isPlaying, setPlaying] = useState(false);
  if (!isPlaying) {
    return (
      <button type="button" className={classes.frame} onClick={() => setPlaying(true)} data-autofocus>
        <span className={classes.play}>
          <IconPlayerPlay size={28} stroke={1.75} aria-hidden="true" />
        </span>
        Play the video
        <small>It comes from YouTube, without cookies.</small>
      </button>
    );
  }
  return (
    <iframe
      className={classes.frame}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0`}
      title="How Headhaul works"
      allow="autoplay; fullscreen; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
