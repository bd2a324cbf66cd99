import { TutorialVideoButton } from '../../shared/tutorial-video/tutorial-video.tsx';
import classes from './tutorial-banner.module.css';

/** The specification hides this banner for everyone. */
const isTutorialBannerHidden: boolean = true;

export function TutorialBanner() {
  if (isTutorialBannerHidden) return null;
  return (
    <aside className={classes.banner} aria-label="Tutorial">
      <p>New here? Two minutes show how Headhaul works.</p>
      <TutorialVideoButton />
    </aside>
  );
}
