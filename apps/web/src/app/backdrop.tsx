import { useBackdrop } from '../shared/backdrop.ts';
import classes from './backdrop.module.css';

/** Over the page, under the toasts. */
export function Backdrop() {
  return useBackdrop() ? <div className={classes.backdrop} data-testid="backdrop" /> : null;
}
